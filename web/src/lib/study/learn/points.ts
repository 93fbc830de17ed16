import { faced } from '$lib/study/formations/formation';

import type { Picture } from './picture';
import { namesIn } from './scene';
import type { PointKey } from './words';

/** A numbered point of the rulebooks. */
export interface Point {
  /** As in `docs/rules.md`: 1 to 17. */
  readonly number: number;
  readonly text: PointKey;
  readonly pictures: readonly Picture[];
}

/** The points for this many players. */
export interface Part {
  readonly heading: 'rules.two' | 'rules.three' | 'rules.four';
  readonly points: readonly Point[];
}

const STANDARD: Picture = { scene: { marbles: 'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb' } };

export const PARTS: readonly Part[] = [
  {
    heading: 'rules.two',
    points: [
      { number: 1, text: 'point.board', pictures: [STANDARD] },
      {
        number: 2,
        text: 'point.turn',
        pictures: [{ scene: { marbles: { black: 'e5' } }, moves: ['e5e6', 'e5f6', 'e5f5', 'e5e4', 'e5d4', 'e5d5'] }],
      },
      {
        number: 3,
        text: 'point.together',
        pictures: [
          { scene: { marbles: { black: 'd3 d4 d5' } }, moves: ['d3d4', 'd4d5', 'd5d6'] },
          { scene: { marbles: { black: 'e2 e3 e4 e5' } }, moves: ['e2e3', 'e3e4', 'e4e5', 'e5e6'], wrong: true },
        ],
      },
      {
        number: 4,
        text: 'point.kinds',
        pictures: [
          { scene: { marbles: { black: 'c3 d4' } }, moves: ['c3d4', 'd4e5'], caption: { term: 'in-line' } },
          { scene: { marbles: { black: 'd3 d4 d5' } }, moves: ['d3d5e4'], caption: { term: 'side-step' } },
        ],
      },
      {
        number: 5,
        text: 'point.sumito',
        pictures: [
          pushing('e3 e4', 'e5', '2–1'),
          pushing('e2 e3 e4', 'e5', '3–1'),
          pushing('e2 e3 e4', 'e5 e6', '3–2'),
          { ...pushing('e2 e3 e4', 'e5 e6', '4–2'), scene: { marbles: { black: 'e1 e2 e3 e4', white: 'e5 e6' } } },
        ],
      },
      {
        number: 6,
        text: 'point.impossible',
        pictures: [
          tried({ black: 'c3 d4 f6', white: 'e5' }, ['c3d4', 'd4e5'], 'caption.blocked'),
          tried({ black: 'c3 d4', white: 'f6' }, ['d4e5', 'f6g7'], 'caption.gap'),
          tried({ black: 'd4 d5', white: 'e6' }, ['d4d5e5'], 'caption.sideways'),
        ],
      },
      {
        number: 7,
        text: 'point.pac',
        pictures: [equal('e4', 'e5', '1–1'), equal('e3 e4', 'e5 e6', '2–2'), equal('e2 e3 e4', 'e5 e6 e7', '3–3')],
      },
      {
        number: 8,
        text: 'point.ejection',
        pictures: [{ scene: { marbles: { black: 'g7 h8', white: 'i9' } }, moves: ['g7h8', 'h8i9'] }],
      },
      { number: 9, text: 'point.winning', pictures: [] },
      { number: 10, text: 'point.time', pictures: [] },
    ],
  },
  {
    heading: 'rules.three',
    points: [
      {
        number: 11,
        text: 'point.three',
        pictures: [{ scene: { mode: 'three', marbles: 'ww1rr/ww2rr/ww3rr/ww4rr/ww5rr/w6r/7/bbbbbb/bbbbb' } }],
      },
      {
        number: 12,
        text: 'point.colors',
        pictures: [
          {
            scene: { mode: 'three', marbles: { black: 'e2 e3 e4', white: 'e5', red: 'e6' } },
            formations: [faced('sumito', { own: ['e2', 'e3', 'e4'], opposing: ['e5', 'e6'], open: true })],
            caption: { term: 'sumito' },
          },
          {
            scene: { mode: 'three', marbles: { black: 'e3 e4', white: 'e5', red: 'e6' } },
            formations: [faced('pac', { own: ['e3', 'e4'], opposing: ['e5', 'e6'], open: true })],
            caption: { term: 'pac' },
          },
        ],
      },
      { number: 13, text: 'point.collecting', pictures: [] },
    ],
  },
  {
    heading: 'rules.four',
    points: [
      {
        number: 14,
        text: 'point.four',
        pictures: [{ scene: { mode: 'four', marbles: 'b3w/bb2ww/bbb1www/bbb2www/9/yyy2rrr/yyy1rrr/yy2rr/y3r' } }],
      },
      {
        number: 15,
        text: 'point.partner',
        pictures: [
          {
            scene: { mode: 'four', marbles: { black: 'e2 e4', red: 'e3', white: 'e5', yellow: 'e6' } },
            formations: [faced('sumito', { own: ['e2', 'e3', 'e4'], opposing: ['e5', 'e6'], open: true })],
            caption: { key: 'caption.together' },
          },
          {
            scene: { mode: 'four', marbles: { red: 'e3', black: 'e4', white: 'e5' } },
            moves: ['e3e4'],
            wrong: true,
            caption: { key: 'caption.first' },
          },
          {
            scene: { mode: 'four', marbles: { black: 'h8', red: 'i9' } },
            moves: ['h8i9'],
            wrong: true,
            caption: { key: 'caption.off' },
          },
        ],
      },
      { number: 16, text: 'point.team', pictures: [] },
      { number: 17, text: 'point.variant', pictures: [] },
    ],
  },
];

function pushing(black: string, white: string, numbers: string): Picture {
  const forces = { own: namesIn(black), opposing: namesIn(white), open: true };
  return { scene: { marbles: { black, white } }, formations: [faced('sumito', forces)], caption: { numbers } };
}

function equal(black: string, white: string, numbers: string): Picture {
  const forces = { own: namesIn(black), opposing: namesIn(white), open: false };
  return { scene: { marbles: { black, white } }, formations: [faced('pac', forces)], caption: { numbers } };
}

function tried(
  marbles: { readonly black: string; readonly white: string },
  moves: readonly string[],
  key: 'caption.blocked' | 'caption.gap' | 'caption.sideways',
): Picture {
  return { scene: { marbles }, moves, wrong: true, caption: { key } };
}
