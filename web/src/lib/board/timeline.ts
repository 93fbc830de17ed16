import type { Color } from '$lib/protocol/types';
import { moved, marblesOf, occupationOf, type Marble } from './marble';
import { readRows } from '$lib/rules/position-text';

/** The marbles at every ply of a game: the start first, then one entry a move. */
export type Timeline = readonly (readonly Marble[])[];

/**
 * Follows the moves from the start layout.
 *
 * @param rows the rows of the start layout, as in a position line
 * @param sideOf the side that a colour plays for
 * @returns as many entries as moves that fit, and one
 */
export function timeline(rows: string, moves: readonly string[], sideOf: (color: Color) => number): Timeline {
  const entries: (readonly Marble[])[] = [marblesOf(readRows(rows))];
  let marbles: readonly Marble[] | undefined = entries[0];
  for (const move of moves) {
    const next: Marble[] | null = marbles === undefined ? null : moved(marbles, move, sideOf);
    if (next === null) break;
    entries.push(next);
    marbles = next;
  }
  return entries;
}

/** Whether the marbles lie as the position line says. The server's line is the truth, a timeline only a way to it. */
export function agrees(marbles: readonly Marble[], line: string): boolean {
  const theirs = readRows(line.split(' ', 1)[0] ?? '');
  const ours = occupationOf(marbles);
  return theirs.size === ours.size && [...theirs].every(([cell, color]) => ours.get(cell) === color);
}
