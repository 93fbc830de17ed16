import type { Language } from '$lib/base/i18n/languages';

/** The formations that can be shown on a board: the groups first, then the threats. */
export const SHOWN_TERMS = [
  'single',
  'pair',
  'lance',
  'arc',
  'shield',
  'multiple',
  'block',
  'det',
  'pac',
  'sumito',
  'danger',
] as const;

/** A concept with a name on any board. */
export type ShownTerm = (typeof SHOWN_TERMS)[number];

export type Term = ShownTerm | 'marble' | 'triplet' | 'in-line' | 'side-step';

/**
 * The rulebooks' terms, in all languages at once, for players who meet others with another language. They are written as in the
 * middle of a sentence.
 */
const WORDS: Readonly<Record<Term, Readonly<Record<Language, string>>>> = {
  marble: { en: 'marble', de: 'Kugel', pl: 'kula', nl: 'knikker' },
  single: { en: 'single', de: 'Eingliedrig', pl: 'układ pojedynczy', nl: 'eenling' },
  pair: { en: 'pair', de: 'Zweigliedrig', pl: 'układ podwójny', nl: 'tweeling' },
  triplet: { en: 'triplet', de: 'Dreigliedrig', pl: 'układ potrójny', nl: 'drieling' },
  lance: { en: 'lance', de: 'Lanze', pl: 'lanca', nl: 'lans' },
  arc: { en: 'arc', de: 'Bogen', pl: 'łuk', nl: 'boog' },
  shield: { en: 'shield', de: 'Panzer', pl: 'tarcza', nl: 'schild' },
  multiple: { en: 'multiple', de: 'Vielgliedrig', pl: 'układ wieloelementowy', nl: 'meerling' },
  block: { en: 'block', de: 'Block', pl: 'blok', nl: 'blok' },
  det: { en: 'det', de: 'Det', pl: 'det', nl: 'det' },
  pac: { en: 'pac', de: 'Pac', pl: 'klincz', nl: 'pact' },
  sumito: { en: 'sumito', de: 'Sumito', pl: 'sumito', nl: 'sumito' },
  'in-line': { en: 'in-line move', de: 'Bewegung in einer Reihe', pl: 'ruch po linii', nl: 'rechte zet' },
  'side-step': { en: 'side-step', de: 'pfeilartige Bewegung', pl: 'ruch boczny', nl: 'dwarse zet' },
  danger: { en: 'in danger', de: 'in Gefahr', pl: 'w niebezpieczeństwie', nl: 'in gevaar' },
};

export const TERMS = Object.keys(WORDS) as readonly Term[];

/** The word as a heading, with a capital letter. */
export function termText(term: Term, language: Language): string {
  const word = WORDS[term][language];
  return word.charAt(0).toLocaleUpperCase(language) + word.slice(1);
}

/** The word within a sentence. */
export function termWord(term: Term, language: Language): string {
  return WORDS[term][language];
}
