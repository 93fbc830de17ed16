import type { ShownTerm } from './terms';

/** Bright enough for every board. Shapes and words differ, too, so colour alone carries no information. */
const HUES: Readonly<Record<ShownTerm, string>> = {
  single: '#7fd0ff',
  pair: '#b6f09a',
  lance: '#ffd85e',
  arc: '#ffa26b',
  shield: '#d0a8ff',
  multiple: '#cfd8dc',
  block: '#ff8fc0',
  det: '#ffffff',
  pac: '#ffe7b0',
  sumito: '#6df0a4',
  danger: '#ff5a47',
};

/** The colour in which it is drawn. */
export function hueOf(term: ShownTerm): string {
  return HUES[term];
}
