import type { Color } from '$lib/base/protocol/types';
import { CELLS, cellAt, type Cell } from '$lib/game/rules/cell';
import { layoutAt } from '$lib/game/rules/layouts';
import type { Move } from '$lib/game/rules/move';
import { isIllegal } from '$lib/game/rules/illegal';
import { readMove } from '$lib/game/rules/notation';
import { play } from '$lib/game/rules/play';
import type { Position } from '$lib/game/rules/position';

/**
 * The names of first moves. Abalone has no established names of openings other than its layouts' names; these are our own
 * (`docs/adr/0068-name-openings-by-their-first-moves.md`).
 */
export type OpeningMove = 'push' | 'spearhead' | 'lance' | 'scout' | 'flank' | 'broadside' | 'sideStep' | 'mirror';

/** A layout and the first move of each player so far. */
export interface Opening {
  readonly layout: string;
  readonly first: OpeningMove | null;
  readonly reply: OpeningMove | null;
}

/** The cells around the middle: a row that arrives there fights for the centre. */
const CENTRE = 2;

/** The opening of a game between two players; `null` for another number of players, or a game that does not start from a layout. */
export function openingOf(start: Position, [first, reply]: readonly string[]): Opening | null {
  const layout = start.mode === 'two' ? layoutAt(start) : null;
  if (layout === null) return null;
  const move = first === undefined ? null : readMove(start, first);
  if (move === null || isIllegal(move)) return { layout, first: null, reply: null };
  const answer = reply === undefined ? null : openingMove(play(start, move), reply);
  return { layout, first: kindOf(move), reply: answer };
}

/** The name of the first move of a player; `null` for a later or an illegal one. */
export function openingMove(position: Position, text: string): OpeningMove | null {
  if (position.mode !== 'two' || position.ply > 1) return null;
  const move = readMove(position, text);
  if (isIllegal(move)) return null;
  return position.ply === 1 && isMirrored(play(position, move)) ? 'mirror' : kindOf(move);
}

function kindOf({ kind, row, pushed, targets }: Move): OpeningMove {
  if (kind === 'side-step') return row.length === 3 ? 'broadside' : 'sideStep';
  if (pushed.length > 0) return 'push';
  if (row.length === 1) return 'scout';
  if (!targets.some((target) => ring(target) <= CENTRE)) return 'flank';
  return row.length === 3 ? 'spearhead' : 'lance';
}

/** The distance from the middle, in cells. */
function ring(cell: Cell): number {
  const [x, y, z] = axes(cell);
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
}

/** The place of a cell along the three lines of the board; the sum is 0. */
function axes({ row, number }: Cell): [number, number, number] {
  return [row - 5, 5 - number, number - row];
}

/** The rotations and reflections of the board. */
const SYMMETRIES = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
].flatMap((order) => [1, -1].map((sign) => (cell: Cell): Cell | null => {
  const place = axes(cell);
  const [x = 0, y = 0] = order.map((axis) => sign * (place[axis] ?? 0));
  return cellAt(x + 5, 5 - y);
}));

const OTHER: Partial<Record<Color, Color>> = { black: 'white', white: 'black' };

/** Whether a rotation or reflection of the board exchanges the marbles of both players. */
function isMirrored({ board }: Position): boolean {
  return SYMMETRIES.some((image) =>
    CELLS.every((cell) => {
      const there = image(cell);
      const color = board[cell.index] ?? null;
      return there !== null && (board[there.index] ?? null) === (color === null ? null : (OTHER[color] ?? null));
    }),
  );
}
