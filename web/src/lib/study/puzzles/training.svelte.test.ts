import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { PuzzleVerdict } from '$lib/base/protocol/types';
import type { PuzzleChoice } from '$lib/base/api/puzzles';
import type { Session } from '$lib/base/session/session.svelte';
import { moveIn, ONE_MOVE, verdictOf } from '../../../test/puzzles';

import { MAX_PUZZLES, storedPuzzles } from './buffer';
import { keptReports } from './kept-reports';
import { Reports } from './reports.svelte';
import { Training } from './training.svelte';

const ANY: PuzzleChoice = { mode: 'two', theme: null, difficulty: 'equal' };

const session = {
  user: null,
  look: <T>(ask: (token: string | null) => Promise<T>) => ask(null),
  askAsUser: <T>(ask: (token: string | null) => Promise<T>) => ask(null),
} as unknown as Session;

let isOnline: boolean;
/** The id of the last puzzle that the server has offered. */
let offered: number;
const asked: string[] = [];
const onjudged = vi.fn<(verdict: PuzzleVerdict) => void>();

function answer(url: string, init?: RequestInit): Promise<Response> {
  if (!isOnline) return Promise.reject(new TypeError('offline'));
  asked.push(`${init?.method ?? 'GET'} ${url}`);
  if (init?.method === 'POST') return Promise.resolve(Response.json(verdictOf(String(offered), true)));
  offered += 1;
  return Promise.resolve(Response.json({ ...ONE_MOVE, id: String(offered) }));
}

function trainingOf(choice: PuzzleChoice): Training {
  return new Training(session, new Reports(session), choice, onjudged);
}

function solve(training: Training): void {
  const game = training.attempt?.game;
  if (game === undefined) throw new Error('a puzzle is shown');
  game.play(moveIn(game.position, 'e7e8'));
}

beforeEach(() => {
  [isOnline, offered] = [true, 0];
  asked.length = 0;
  onjudged.mockReset();
  vi.stubGlobal('fetch', vi.fn(answer));
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('training', () => {
  it('shows a puzzle of the choice, and stores more', async () => {
    const training = trainingOf({ mode: 'two', theme: 'lance', difficulty: 'harder' });
    await training.show();
    expect(training.attempt?.puzzle.id).toBe('1');
    expect(asked[0]).toBe('GET /api/v1/puzzles/next?mode=two&difficulty=harder&theme=lance');
    expect(asked).toHaveLength(MAX_PUZZLES);
    expect(storedPuzzles(ANY)).toEqual([]);
  });

  it('shows a stored puzzle until it is attempted, and then the next', async () => {
    const training = trainingOf(ANY);
    await training.show();
    expect((await shownAgain()).attempt?.puzzle.id).toBe('1');
    solve(training);
    await vi.waitFor(() => expect(onjudged).toHaveBeenCalledOnce());
    await training.show();
    expect(training.attempt?.puzzle.id).toBe('2');
    expect(storedPuzzles(ANY)).toHaveLength(MAX_PUZZLES);
  });

  async function shownAgain(): Promise<Training> {
    const again = trainingOf(ANY);
    await again.show();
    return again;
  }

  it('goes on without a network until the stored puzzles are used up', async () => {
    const training = trainingOf(ANY);
    await training.show();
    isOnline = false;
    for (let count = 0; count < MAX_PUZZLES; count += 1) {
      solve(training);
      await vi.waitFor(() => expect(training.attempt?.reported).toEqual({ kind: 'kept' }));
      await training.show();
    }
    expect(training.attempt).toBeNull();
    expect(training.failure?.name).toBe('NetworkFailure');
    expect(keptReports()).toHaveLength(MAX_PUZZLES);
    isOnline = true;
    await training.show();
    expect([training.attempt?.puzzle.id, training.failure]).toEqual([String(MAX_PUZZLES + 1), null]);
  });

  it('follows another choice at once', async () => {
    const training = trainingOf(ANY);
    const first = training.show();
    const second = training.choose({ ...ANY, difficulty: 'easier' });
    await Promise.all([first, second]);
    expect(training.attempt?.puzzle.id).toBe('2');
    expect(asked[1]).toContain('difficulty=easier');
  });

  it('does not ask again and again in a browser without storage', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    });
    const training = trainingOf(ANY);
    await training.show();
    expect(training.attempt?.puzzle.id).toBe('1');
    expect(asked).toHaveLength(2);
  });
});
