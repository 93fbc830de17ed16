import { moved, marblesOf, occupationOf, type Marble } from './marble';
import { readPosition, readRows } from './position';

/** The marbles at every ply of a game: the start first, then one entry a move. */
export type Timeline = readonly (readonly Marble[])[];

/**
 * Follows the moves from the start layout.
 *
 * @param rows the rows of the start layout, as in a position line
 * @param sides which side plays at a ply, counted from 0
 * @returns as many entries as moves that fit, and one
 */
export function timeline(rows: string, moves: readonly string[], sides: (ply: number) => number): Timeline {
  const entries: (readonly Marble[])[] = [marblesOf(readRows(rows))];
  let marbles: readonly Marble[] | undefined = entries[0];
  for (const [ply, move] of moves.entries()) {
    const next: Marble[] | null = marbles === undefined ? null : moved(marbles, move, sides(ply));
    if (next === null) break;
    entries.push(next);
    marbles = next;
  }
  return entries;
}

/** Whether the marbles lie as the position line says. The server's line is the truth, a timeline only a way to it. */
export function agrees(marbles: readonly Marble[], line: string): boolean {
  const theirs = readPosition(line).marbles;
  const ours = occupationOf(marbles);
  return theirs.size === ours.size && [...theirs].every(([cell, color]) => ours.get(cell) === color);
}
