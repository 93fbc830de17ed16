import { describe, expect, it } from 'vitest';

const COMPONENTS = import.meta.glob<string>('../**/*.svelte', { query: '?raw', import: 'default', eager: true });

/** The widths at which the layout changes, in rem: a phone, a large phone, a tablet, two columns, everything. */
const BREAKPOINTS = new Set(['30', '40', '50', '62', '80']);

/** A width of content from which on it must be one of the three of the tokens, in rem. */
const WIDE = 40;

/** Drawings on a board and around it, which have their own units and materials, and the logo. */
const DRAWINGS = /\/(game|study\/(analysis|evaluation|formations))\/|\/(Diagram|Logo)\.svelte$/;

/** Text that grows with its tile or its window, is printed, or is measured in units of a drawing. */
const GROWING = /\/(QuickTile|PlayComputer|Screen|Sheet|ActivityMap|RuleBook)\.svelte$/;

/** Light and shade have no colour. */
const HUE = /#[\da-f]{3,8}\b|rgba?\((?!(0 0 0|255 255 255) \/)[^)]*\)/gi;

const SIZE = /^(var\(--|inherit$|calc\(var\(--|[\d.]+(em|%)$)/;

function faults(path: string, style: string): string[] {
  const values = (name: string): string[] => [...style.matchAll(new RegExp(`[\\s;{]${name}: ([^;]+);`, 'g'))].map(([, value = '']) => value);
  const widths = [...style.matchAll(/@media[^{]*/g)].flatMap(([query]) => [...query.matchAll(/width[ :<>=]+([\d.]+)rem/g)]);
  return [
    ...(style.match(HUE) ?? []),
    ...(GROWING.test(path) ? [] : values('font-size').filter((value) => !SIZE.test(value))),
    ...values('max-width').filter((value) => /^[\d.]+rem$/.test(value) && Number.parseFloat(value) >= WIDE),
    ...widths.flatMap(([found, width = '']) => (BREAKPOINTS.has(width) ? [] : [found])),
  ];
}

function styleOf(source: string): string {
  return /<style>([^]*)<\/style>/.exec(source)?.[1] ?? '';
}

describe('the styles of components', () => {
  it('are checked by this test', () => {
    const style = 'a { color: #ff0000; font-size: 0.9rem; max-width: 50rem; } @media (width < 56rem) { b { color: rgb(1 2 3); } }';
    expect(faults('', style)).toEqual(['#ff0000', 'rgb(1 2 3)', '0.9rem', '50rem', 'width < 56rem']);
    expect(faults('', 'a { font-size: var(--text-small); box-shadow: 0 0 1px rgb(0 0 0 / 0.3); max-width: 8rem; }')).toEqual([]);
    expect(Object.keys(COMPONENTS).length).toBeGreaterThan(100);
  });

  it('take colours, sizes of text and widths from the tokens', () => {
    const found = Object.entries(COMPONENTS)
      .filter(([path]) => !DRAWINGS.test(path))
      .flatMap(([path, source]) => faults(path, styleOf(source)).map((fault) => `${path}: ${fault}`));
    expect(found).toEqual([]);
  });
});
