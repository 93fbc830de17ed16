import { cellNamed } from './cell';
import { isIllegal } from './illegal';
import { layoutsFor, startFrom } from './layouts';
import { colorsOf } from './mode';
import { moveText, readMove } from './notation';
import { passTurn, play } from './play';
import { colorAt, type Position } from './position';
import { positionText } from './position-text';

/** A tag's name and what it says. */
export type Tag = readonly [name: string, value: string];

/** A whole game as a value that can be written as text and read back. The same as `Record` of the server's rules. */
export interface GameRecord {
  readonly start: Position;
  /** The layout that the start is; `null` for any other position. */
  readonly layout: string | null;
  /** What else is told of the game, without what tells the start: `Mode`, `Layout`, `Position`. */
  readonly tags: readonly Tag[];
  /** The moves in Aba-Pro notation; `null` where the turn went on without one, which only happens among three and four. */
  readonly turns: readonly (string | null)[];
}

/** The tags with a meaning of their own, in the order in which they are written; others follow. */
const HEAD = ['Event', 'Date', 'Black', 'White', 'Red', 'Yellow'] as const;
const FOOT = ['Clock', 'Result', 'Termination'] as const;

/** What stands for a turn that went on without a move. */
export const PASS = '--';

/**
 * A game from its start.
 *
 * @param moves legal ones; whoever is passed over between two of them is written so
 */
export function recordOf(start: Position, moves: readonly string[], tags: readonly Tag[] = []): GameRecord {
  return { start, layout: layoutAt(start), tags, turns: turnsOf(start, moves) };
}

/** The name of the layout that a position is the start of. */
export function layoutAt(position: Position): string | null {
  const text = positionText(position);
  const found = layoutsFor(position.mode).find((layout) => positionText(startFrom(position.mode, layout)) === text);
  return found?.name ?? null;
}

/** The moves with the turns between them that went on without one: a move begins with a marble of the mover's. */
function turnsOf(start: Position, moves: readonly string[]): (string | null)[] {
  const turns: (string | null)[] = [];
  let position = start;
  for (const text of moves) {
    const cell = cellNamed(text.slice(0, 2));
    const mover = cell === null ? null : colorAt(position, cell);
    const seats = colorsOf(position.mode).length;
    for (let passed = 1; passed < seats && mover !== null && position.turn !== mover; passed += 1) {
      turns.push(null);
      position = passTurn(position);
    }
    const move = readMove(position, text);
    if (isIllegal(move)) throw new Error(`${text} cannot be played: ${move.reason}`);
    turns.push(moveText(move));
    position = play(position, move);
  }
  return turns;
}

/** Tags first, one a line; then an empty line; then a line for each round, in which every colour has one turn. */
export function recordText({ start, layout, tags, turns }: GameRecord): string {
  const known = (names: readonly string[]): Tag[] =>
    names.flatMap((name) => tags.filter(([own]) => own === name).map(([, value]): Tag => [name, value]));
  const named: readonly string[] = [...HEAD, ...FOOT];
  const all: readonly Tag[] = [
    ...known(HEAD),
    ['Mode', start.mode],
    layout === null ? ['Position', positionText(start)] : ['Layout', layout],
    ...known(FOOT),
    ...tags.filter(([name]) => !named.includes(name)),
  ];
  const head = all.map(([name, value]) => `[${name} "${value.replace(/[\\"]/g, '\\$&')}"]\n`).join('');
  return `${head}\n${roundLines(colorsOf(start.mode).length, turns)}`;
}

function roundLines(seats: number, turns: readonly (string | null)[]): string {
  let text = '';
  for (let first = 0; first < turns.length; first += seats) {
    const round = turns.slice(first, first + seats).map((turn) => turn ?? PASS);
    text += `${first / seats + 1}. ${round.join(' ')}\n`;
  }
  return text;
}

/** The moves without the turns that went on without one. */
export function movesOf({ turns }: GameRecord): string[] {
  return turns.filter((turn) => turn !== null);
}
