import { dailyPuzzle, puzzle } from '$lib/base/api/puzzles';
import { read, write } from '$lib/base/platform/storage';
import { NetworkFailure } from '$lib/base/protocol/failure';
import type { DailyPuzzle, Puzzle } from '$lib/base/protocol/types';
import { fieldsOf } from '$lib/base/settings/stored';

import { storedPuzzle } from './buffer';
import { isPuzzle } from './stored-puzzle';

const KEY = 'sumito.opened-puzzles';

/** More are not stored: those opened longest ago are dropped. */
export const MAX_OPENED = 10;

interface Entry {
  /** The day of which it was the puzzle, as the server writes it; `null` if it was opened by its id. */
  readonly day: string | null;
  readonly puzzle: Puzzle;
}

/** Loads a puzzle. Without a network, it is the stored one, if it was loaded before. */
export function openPuzzle(id: string): Promise<Puzzle> {
  return opened(
    async () => ({ day: null, puzzle: await puzzle(id) }),
    () => entries().find((entry) => entry.puzzle.id === id)?.puzzle ?? storedPuzzle(id),
  );
}

/** Loads the puzzle of the day. Without a network, it is the stored one, if it was loaded on the same day. */
export function openDailyPuzzle(): Promise<Puzzle> {
  return opened(dailyPuzzle, () => {
    const today = new Date().toISOString().slice(0, 10);
    return entries().find(({ day }) => day === today)?.puzzle ?? null;
  });
}

async function opened(ask: () => Promise<DailyPuzzle | Entry>, stored: () => Puzzle | null): Promise<Puzzle> {
  try {
    const { day, puzzle } = await ask();
    store({ day, puzzle });
    return puzzle;
  } catch (error) {
    const kept = error instanceof NetworkFailure ? stored() : null;
    if (kept === null) throw error;
    return kept;
  }
}

/** The stored puzzles, the last opened first. */
function entries(): readonly Entry[] {
  try {
    const stored: unknown = JSON.parse(read('local', KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

/** A puzzle that was opened by its id remains its day's puzzle. */
function store({ day, puzzle }: Entry): void {
  const kept = entries();
  const others = kept.filter((entry) => entry.puzzle.id !== puzzle.id);
  const known = kept.find((entry) => entry.puzzle.id === puzzle.id)?.day ?? null;
  write('local', KEY, JSON.stringify([{ day: day ?? known, puzzle }, ...others].slice(0, MAX_OPENED)));
}

function isEntry(value: unknown): value is Entry {
  const { day, puzzle } = fieldsOf(value);
  return (day === null || typeof day === 'string') && isPuzzle(puzzle);
}
