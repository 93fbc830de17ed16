import type { Mode } from '$lib/protocol/types';
import { follow } from '$lib/rules/follow';
import { sideOfColor } from '$lib/rules/mode';
import { marblesOn } from '$lib/rules/position';
import { readRows, startOf } from '$lib/rules/position-text';
import { moved, marblesOf, occupationOf, type Marble } from './marble';

/** The marbles at every ply of a game: the start first, then one entry a move. */
export type Timeline = readonly (readonly Marble[])[];

/**
 * Follows the moves from the start layout.
 *
 * @param rows the rows of the start layout, as in a position line
 * @returns as many entries as moves that can be played, and one
 */
export function timeline(mode: Mode, rows: string, moves: readonly string[]): Timeline {
  const start = startOf(mode, rows);
  const line = follow(start, moves);
  let marbles: readonly Marble[] = marblesOf(marblesOn(start.board));
  const entries = [marbles];
  for (const [ply, move] of line.moves.entries()) {
    const mover = line.positions[ply]?.turn ?? start.turn;
    marbles = moved(marbles, move, sideOfColor(mode, mover));
    entries.push(marbles);
  }
  return entries;
}

/** Whether the marbles lie as the position line says. The server's line is the truth, a timeline only a way to it. */
export function agrees(marbles: readonly Marble[], line: string): boolean {
  const theirs = readRows(line.split(' ', 1)[0] ?? '');
  const ours = occupationOf(marbles);
  return theirs.size === ours.size && [...theirs].every(([cell, color]) => ours.get(cell) === color);
}
