import type { PuzzleChoice } from '$lib/base/api/puzzles';
import { read, write } from '$lib/base/platform/storage';
import type { Puzzle } from '$lib/base/protocol/types';
import { fieldsOf } from '$lib/base/settings/stored';

import { isPuzzle } from './stored-puzzle';

const KEY = 'sumito.puzzles';

/** The number of puzzles that are stored. */
export const MAX_PUZZLES = 5;

interface Entry {
  /** The choice for which it was loaded, as text. */
  readonly choice: string;
  readonly puzzle: Puzzle;
}

/** The stored puzzles for a choice, in the order in which they are shown: they are available without a network. */
export function storedPuzzles(choice: PuzzleChoice): readonly Puzzle[] {
  return entries().flatMap((entry) => (entry.choice === textOf(choice) ? [entry.puzzle] : []));
}

/**
 * Stores a puzzle behind the others of its choice, unless it is stored. Beyond the limit, it replaces a puzzle of another choice.
 *
 * @returns whether it is stored
 */
export function storePuzzle(choice: PuzzleChoice, puzzle: Puzzle): boolean {
  const text = textOf(choice);
  const kept = entries();
  if (kept.some((entry) => entry.puzzle.id === puzzle.id && entry.choice === text)) return true;
  const others = kept.filter((entry) => entry.puzzle.id !== puzzle.id);
  const dropped = others.length < MAX_PUZZLES ? -1 : Math.max(0, others.findIndex((entry) => entry.choice !== text));
  return store([...others.filter((_, index) => index !== dropped), { choice: text, puzzle }]);
}

/** A stored puzzle, whatever the choice for which it was loaded. */
export function storedPuzzle(id: string): Puzzle | null {
  return entries().find(({ puzzle }) => puzzle.id === id)?.puzzle ?? null;
}

/** Removes a puzzle that the user has attempted. */
export function removePuzzle(id: string): void {
  store(entries().filter(({ puzzle }) => puzzle.id !== id));
}

function textOf({ mode, theme, difficulty }: PuzzleChoice): string {
  return [mode, theme, difficulty].join();
}

function entries(): readonly Entry[] {
  try {
    const stored: unknown = JSON.parse(read('local', KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function store(kept: readonly Entry[]): boolean {
  return write('local', KEY, kept.length === 0 ? null : JSON.stringify(kept));
}

function isEntry(value: unknown): value is Entry {
  const { choice, puzzle } = fieldsOf(value);
  return typeof choice === 'string' && isPuzzle(puzzle);
}
