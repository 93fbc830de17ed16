import { faced, group } from '$lib/study/formations/formation';
import type { Term } from '$lib/study/formations/terms';

import type { Topic } from './lesson';
import type { Picture } from './picture';
import { namesIn } from './scene';
import type { MeaningKey } from './words';

/** A word of the game. */
export interface Entry {
  readonly term: Term;
  readonly meaning: MeaningKey;
  readonly pictures: readonly Picture[];
  /** The lesson in which it can be tried. */
  readonly topic?: Topic;
}

/** The three shapes that three marbles can have. */
const TRIPLETS: Picture = {
  scene: { marbles: { black: 'b2 c3 d4 e6 e7 d6 g3 g4 h5' } },
  formations: [group('lance', ['b2', 'c3', 'd4']), group('shield', ['e6', 'e7', 'd6']), group('arc', ['g3', 'g4', 'h5'])],
};

/** All words of the rulebooks, and other terms that the client marks. */
export const GLOSSARY: readonly Entry[] = [
  { term: 'marble', meaning: 'meaning.marble', pictures: [{ scene: { marbles: { black: 'e4', white: 'e6' } } }], topic: 'board' },
  {
    term: 'in-line',
    meaning: 'meaning.inLine',
    pictures: [{ scene: { marbles: { black: 'c3 d4 e5' } }, moves: ['c3d4', 'd4e5', 'e5f6'] }],
    topic: 'moving',
  },
  {
    term: 'side-step',
    meaning: 'meaning.sideStep',
    pictures: [{ scene: { marbles: { black: 'd3 d4 d5' } }, moves: ['d3d5e4'] }],
    topic: 'side-step',
  },
  { term: 'sumito', meaning: 'meaning.sumito', pictures: [sumito('e2 e3', 'e4'), sumito('e2 e3 e4', 'e5 e6')], topic: 'sumito' },
  {
    term: 'pac',
    meaning: 'meaning.pac',
    pictures: [
      {
        scene: { marbles: { black: 'e3 e4', white: 'e5 e6' } },
        formations: [faced('pac', { own: ['e3', 'e4'], opposing: ['e5', 'e6'], open: false })],
      },
    ],
    topic: 'pac',
  },
  {
    term: 'danger',
    meaning: 'meaning.danger',
    pictures: [{ scene: { marbles: { black: 'g7 h8', white: 'i9' } }, formations: [group('danger', ['i9'])], moves: ['g7h8'] }],
    topic: 'ejection',
  },
  { term: 'single', meaning: 'meaning.single', pictures: [marked('single', 'e5', 'e7 f7')] },
  { term: 'pair', meaning: 'meaning.pair', pictures: [marked('pair', 'e4 e5')] },
  { term: 'triplet', meaning: 'meaning.triplet', pictures: [TRIPLETS] },
  { term: 'lance', meaning: 'meaning.lance', pictures: [marked('lance', 'd4 e5 f6')] },
  { term: 'arc', meaning: 'meaning.arc', pictures: [marked('arc', 'e4 e5 f6')] },
  { term: 'shield', meaning: 'meaning.shield', pictures: [marked('shield', 'e4 e5 f5')] },
  { term: 'multiple', meaning: 'meaning.multiple', pictures: [marked('multiple', 'd3 d4 e5 e6 f5')] },
  {
    term: 'block',
    meaning: 'meaning.block',
    pictures: [marked('block', 'd3 d4 d5 e4 e5 e6 f5 f6 f7'), marked('block', 'd4 d5 d6 e4 e5 e6 f5 f6 f7')],
  },
  {
    term: 'det',
    meaning: 'meaning.det',
    pictures: [{ scene: { marbles: { black: 'e5', white: 'e4 e6 f5 f6 d4 d5' } }, formations: [group('det', ['e5'])] }],
  },
];

/** A formation of Black's, and marbles of White's next to it. */
function marked(term: Parameters<typeof group>[0], black: string, white = ''): Picture {
  return { scene: { marbles: { black, white } }, formations: [group(term, namesIn(black), 'black')] };
}

function sumito(black: string, white: string): Picture {
  const forces = { own: namesIn(black), opposing: namesIn(white), open: true };
  return { scene: { marbles: { black, white } }, formations: [faced('sumito', forces)] };
}
