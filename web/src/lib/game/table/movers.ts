import { cellNamed } from '$lib/game/rules/cell';
import type { Timeline } from '$lib/game/board/timeline';
import type { Mode } from '$lib/base/protocol/types';
import { colorsOf, turnOrder } from '$lib/game/rules/mode';
import { colorAt } from '$lib/game/rules/position';

/**
 * The seat that made each move. A move starts with a marble of the mover's own, so the position gives the mover even after
 * a skipped turn; without the positions it is taken from the order of the turns.
 */
export function moversOf(mode: Mode, moves: readonly string[], plies: Timeline | null): number[] {
  const colors = colorsOf(mode);
  const order = turnOrder(mode);
  return moves.map((move, ply) => {
    const cell = cellNamed(move.slice(0, 2));
    const position = plies?.[ply]?.position;
    const color = cell === null || position === undefined ? null : colorAt(position, cell);
    return color === null ? (order[ply % order.length] ?? 0) : colors.indexOf(color);
  });
}

/** The plies (from 1) of a game in rounds, by the order of the turns; `null` for a player without a move in the round. */
export function roundsOf(mode: Mode, movers: readonly number[]): (number | null)[][] {
  const order = turnOrder(mode);
  const rounds: (number | null)[][] = [];
  let last = order.length;
  movers.forEach((seat, index) => {
    const column = order.indexOf(seat);
    if (column <= last || rounds.length === 0) rounds.push(order.map(() => null));
    const round = rounds.at(-1);
    if (round !== undefined) round[column] = index + 1;
    last = column;
  });
  return rounds;
}
