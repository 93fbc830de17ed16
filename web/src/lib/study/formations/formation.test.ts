import { describe, expect, it } from 'vitest';

import rulebook from '../../../../../docs/rules.md?raw';
import { isLanguage, LANGUAGES } from '$lib/base/i18n/languages';
import type { PositionFormations } from '$lib/base/protocol/types';
import { cellNamed } from '$lib/game/rules/cell';

import { faced, formationsOf, group } from './formation';
import { facingLine, linkedPath } from './shape';
import { SHOWN_TERMS, TERMS, termText, termWord } from './terms';

const NONE = { singles: [], pairs: [], lances: [], arcs: [], shields: [], multiples: [], blocks: [], dets: [], in_danger: [] };

const FOUND: PositionFormations = {
  mode: 'two',
  position: '5/6/7/8/bbw6/8/7/6/5 b 0,0 0 0',
  colors: [
    { color: 'black', team: 0, ...NONE, pairs: [['e1', 'e2']] },
    { color: 'white', team: 1, ...NONE, singles: ['e3'], in_danger: ['e3'] },
  ],
  pacs: [],
  sumitos: [{ team: 0, direction: 'east', own: ['e1', 'e2'], opposing: ['e3'], open: true }],
};

describe('formations', () => {
  it('are read from the server’s answer', () => {
    const [e1, e2, e3] = ['e1', 'e2', 'e3'].map(cellNamed);
    const found = formationsOf(FOUND);
    expect(found.map(({ term, color }) => [term, color])).toEqual([
      ['pair', 'black'],
      ['single', 'white'],
      ['danger', 'white'],
      ['sumito', null],
    ]);
    expect(found[0]?.cells).toEqual([e1, e2]);
    expect(found[3]).toMatchObject({ cells: [e1, e2, e3], facing: { own: [e1, e2], opposing: [e3], open: true } });
  });

  it('omit cells that are not on the board', () => {
    expect(group('pair', ['e1', 'z9']).cells).toEqual([cellNamed('e1')]);
  });

  it('are outlined by lines between touching marbles', () => {
    expect(linkedPath(group('lance', ['e4', 'e5', 'e6']).cells).match(/L/g)).toHaveLength(2);
    expect(linkedPath(group('shield', ['d4', 'e4', 'e5']).cells).match(/L/g)).toHaveLength(3);
    expect(linkedPath(group('single', ['e5']).cells)).toBe('M0.000 0.000h0');
  });

  it('that face each other are joined by a line', () => {
    const { facing } = faced('pac', { own: ['e4', 'e5'], opposing: ['e6', 'e7'], open: false });
    expect(facing === null ? null : facingLine(facing)).toEqual({
      from: { x: -1, y: 0 },
      to: { x: 2, y: 0 },
      between: { x: 0.5, y: 0 },
      heading: { x: 1, y: 0 },
    });
    expect(facingLine({ own: [], opposing: [], open: false })).toBeNull();
  });
});

describe('the terms', () => {
  /** The table at the end of the rules, line by line: concept, English, Deutsch, Polski, Nederlands. */
  const table = (rulebook.split('\n## Words\n')[1] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|---') && !line.startsWith('| Concept'))
    .map((line) => line.split('|').slice(2, 6).map((word) => word.trim()));
  const languages = Object.keys(LANGUAGES).filter(isLanguage);

  it('match the table in the rules, in all languages', () => {
    expect(languages).toEqual(['en', 'de', 'pl', 'nl']);
    expect(table).toHaveLength(TERMS.length - 1);
    const ours = TERMS.filter((term) => term !== 'danger').map((term) => languages.map((language) => termWord(term, language)));
    expect([...ours].sort()).toEqual([...table].sort());
  });

  it('begin with a capital letter when they stand alone', () => {
    expect(termText('arc', 'pl')).toBe('Łuk');
    for (const term of SHOWN_TERMS) for (const language of languages) expect(termText(term, language)).toMatch(/^\p{Lu}/u);
  });
});
