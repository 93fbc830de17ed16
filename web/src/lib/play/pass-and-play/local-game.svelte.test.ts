import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { remaining } from '$lib/game/clock/remaining';
import type { Clock } from '$lib/base/protocol/types';
import { GAMES } from '$lib/game/rules/reference/read';
import { legalMoves } from '$lib/game/rules/legal';
import { isIllegal } from '$lib/game/rules/illegal';
import { moveText, readMove } from '$lib/game/rules/notation';
import { settings } from '$lib/base/settings/settings.svelte';

import { LocalGame, TURN_AFTER_MS, type Surroundings } from './local-game.svelte';
import type { Turn } from './seat-player';
import { storedGame, storeGame, type StoredGame } from './store';
import type { Plan } from './table';

const PLAN: Plan = { mode: 'two', layout: 'standard', clock: { kind: 'none' } };
const FIVE: Clock = { kind: 'fischer', initial_ms: 300_000, increment_ms: 3000 };

const time = { now: () => Date.now() * 1000 };
const closing: (() => void)[] = [];

function opened(stored: StoredGame | Plan, surroundings: Surroundings = {}): LocalGame {
  const game = new LocalGame(stored, { time, save: storeGame, ...surroundings });
  closing.push(game.open());
  return game;
}

function play(game: LocalGame, ...moves: readonly string[]): void {
  for (const text of moves) {
    const move = game.legal.find((each) => moveText(each) === text);
    if (move === undefined) throw new Error(`${text} is not legal`);
    game.play(move);
  }
}

function left(game: LocalGame): (number | null)[] {
  return game.seats.map(({ seat }) => remaining(game.reading, seat, time.now()));
}

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));

afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.useRealTimers();
  localStorage.clear();
  settings.set('turning', 'off');
});

describe('a pass-and-play game', () => {
  it('lets one user play all seats', () => {
    const game = opened(PLAN);
    expect(game.controls).toEqual([0, 1]);
    play(game, 'a1b2', 'i5h5');
    expect(game.line.moves).toEqual(['a1b2', 'i5h5']);
    expect([game.review.ply, game.turn, game.near]).toEqual([2, 0, 0]);
    game.review.go(1);
    expect(game.legal).toEqual([]);
  });

  it('plays a recorded game to its end', () => {
    const recorded = GAMES.find(({ board_winner }) => board_winner !== null);
    if (recorded === undefined) throw new Error('a recorded game has a winner');
    const game = opened({ ...PLAN, layout: recorded.start });
    for (const text of recorded.moves) {
      const move = readMove(game.line.position(game.review.last), text);
      if (!isIllegal(move)) game.play(move);
    }
    expect(game.line.moves).toHaveLength(recorded.plies);
    expect(game.result).toMatchObject({ winners: [recorded.board_winner === 'black' ? 0 : 1], reason: 'ejections' });
    expect(game.playing).toBe(false);
    expect(game.legal).toEqual([]);
  });

  it('continues after a reload', () => {
    const game = opened(PLAN);
    play(game, 'a1b2', 'i5h5', 'a2b3');
    const stored = storedGame();
    if (stored === null) throw new Error('it is kept');
    const again = opened(stored);
    expect(again.line.moves).toEqual(['a1b2', 'i5h5', 'a2b3']);
    expect([again.turn, again.paused]).toEqual([1, false]);
  });

  it('is not restored from an invalid stored value', () => {
    const bad = [
      ...['', '7', 'null', '{}', '{"plan":{"mode":"two","layout":"standard","clock":{"kind":"none"}},"events":[]}'],
      JSON.stringify({ plan: PLAN, events: [{ kind: 'move', move: 'a1a2', ms: 0 }], spentMs: 0 }),
      JSON.stringify({ plan: { ...PLAN, layout: 'three_standard' }, events: [], spentMs: 0 }),
      JSON.stringify({ plan: { ...PLAN, clock: { kind: 'fischer', initial_ms: 'x' } }, events: [], spentMs: 0 }),
      JSON.stringify({ plan: PLAN, events: [{ kind: 'resigned', seat: -1, ms: 0 }], spentMs: 0 }),
    ];
    for (const text of bad) {
      localStorage.setItem('sumito.local', text);
      expect(storedGame()).toBeNull();
    }
  });

  it('takes moves back one by one, to the start', () => {
    const game = opened(PLAN);
    expect(game.mayTakeBack).toBe(false);
    play(game, 'a1b2', 'i5h5');
    game.takeBack();
    expect([game.line.moves, game.turn]).toEqual([['a1b2'], 1]);
    game.takeBack();
    expect([game.line.moves, game.mayTakeBack]).toEqual([[], false]);
  });

  it('ends by resignation and by agreement', () => {
    const resigned = opened(PLAN);
    resigned.resign(1);
    expect(resigned.result).toMatchObject({ winners: [0], reason: 'resignation' });
    expect(resigned.mayTakeBack).toBe(false);
    const drawn = opened(PLAN);
    drawn.agreeToDraw();
    expect(drawn.result).toMatchObject({ winners: [], reason: 'agreement' });
    expect(storedGame()?.events).toEqual([{ kind: 'draw', ms: 0 }]);
  });

  it('continues between two players after the third resigns', () => {
    const game = opened({ ...PLAN, mode: 'three', layout: 'three_standard' });
    game.resign(1);
    expect([game.turn, game.seats[1]?.out, game.controls]).toEqual([0, true, [0, 2]]);
    const [first] = game.legal;
    if (first !== undefined) game.play(first);
    expect(game.turn).toBe(2);
    expect(game.mayTakeBack).toBe(true);
    game.resign(2);
    expect(game.result).toMatchObject({ winners: [0], reason: 'resignation' });
  });

  it('turns the board to the next player after a moment, if the setting is on', () => {
    settings.set('turning', 'on');
    const game = opened(PLAN);
    play(game, 'a1b2');
    expect(game.near).toBe(0);
    vi.advanceTimersByTime(TURN_AFTER_MS);
    expect(game.near).toBe(1);
    settings.set('turning', 'off');
    expect(game.near).toBe(0);
  });
});

describe('the clocks of a pass-and-play game', () => {
  it('run for the player to move, and add their increments', () => {
    const game = opened({ ...PLAN, clock: FIVE });
    vi.advanceTimersByTime(10_000);
    expect(left(game)).toEqual([290_000, 300_000]);
    play(game, 'a1b2');
    vi.advanceTimersByTime(20_000);
    expect(left(game)).toEqual([293_000, 280_000]);
    expect(game.timings).toEqual([
      { seat: 0, elapsed_ms: 10_000, server_ms: 0, forgiven_ms: 0, free_ms: 0, added_ms: 3000 },
    ]);
    game.takeBack();
    expect(left(game)).toEqual([300_000, 300_000]);
  });

  it.each<[string, Clock, number[], number[]]>([
    ['sudden_death', { kind: 'sudden_death', initial_ms: 60_000 }, [50_000, 60_000], [50_000, 55_000]],
    ['bronstein', { kind: 'bronstein', initial_ms: 60_000, delay_ms: 4000 }, [50_000, 60_000], [54_000, 55_000]],
    ['delay', { kind: 'delay', initial_ms: 60_000, delay_ms: 4000 }, [54_000, 60_000], [54_000, 59_000]],
    ['per_move', { kind: 'per_move', move_ms: 60_000 }, [50_000, 60_000], [60_000, 55_000]],
    ['per_game', { kind: 'per_game', limit_ms: 60_000 }, [50_000, 50_000], [45_000, 45_000]],
  ])('count like the server’s clocks: %s', (_, clock, before, then) => {
    const game = opened({ ...PLAN, clock });
    vi.advanceTimersByTime(10_000);
    expect(left(game)).toEqual(before);
    play(game, 'a1b2');
    vi.advanceTimersByTime(5000);
    expect(left(game)).toEqual(then);
  });

  it('end the game between two players when a player runs out of time', () => {
    const game = opened({ ...PLAN, clock: FIVE });
    play(game, 'a1b2');
    vi.advanceTimersByTime(299_999);
    expect(game.playing).toBe(true);
    vi.advanceTimersByTime(1);
    expect(game.result).toMatchObject({ winners: [0], reason: 'time' });
    expect(left(game)[1]).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('eliminate a player who runs out of time among three players', () => {
    const game = opened({ mode: 'three', layout: 'three_standard', clock: { kind: 'sudden_death', initial_ms: 60_000 } });
    vi.advanceTimersByTime(60_000);
    expect([game.turn, game.playing, game.mayTakeBack]).toEqual([1, true, false]);
    vi.advanceTimersByTime(60_000);
    expect(game.result).toMatchObject({ winners: [2], reason: 'time' });
  });

  it('end the game by ejections when the shared clock runs out', () => {
    const game = opened({ ...PLAN, clock: { kind: 'per_game', limit_ms: 60_000 } });
    vi.advanceTimersByTime(60_000);
    expect(game.result).toEqual({ winners: [], reason: 'time', score: [0, 0] });
  });

  it('keep running when one of three players resigns out of turn', () => {
    const game = opened({ mode: 'three', layout: 'three_standard', clock: FIVE });
    vi.advanceTimersByTime(10_000);
    game.resign(2);
    vi.advanceTimersByTime(10_000);
    expect(left(game)[0]).toBe(280_000);
  });

  it('stop while the page is hidden, and after a reload until a player resumes', () => {
    const game = opened({ ...PLAN, clock: FIVE });
    vi.advanceTimersByTime(10_000);
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(60_000);
    expect([game.paused, ...left(game)]).toEqual([true, 290_000, 300_000]);
    expect(game.legal).toEqual([]);
    const stored = storedGame();
    if (stored === null) throw new Error('it is kept');
    const again = opened(stored);
    expect([again.paused, ...left(again)]).toEqual([true, 290_000, 300_000]);
    again.resume();
    vi.advanceTimersByTime(1000);
    expect([again.paused, ...left(again)]).toEqual([false, 289_000, 300_000]);
  });
});

describe('the move of a computer', () => {
  it('follows the user’s move, and is taken back together with it', async () => {
    const answer = vi.fn(({ position }: Turn) => Promise.resolve(legalMoves(position)[0] ?? fail()));
    const game = opened(PLAN, { players: ['hand', { level: 5, answer }] });
    expect([game.controls, game.near, game.seats[1]?.name]).toEqual([[0], 0, 'Computer level 5']);
    play(game, 'a1b2');
    expect(game.legal).toEqual([]);
    await vi.waitFor(() => expect(game.line.moves).toHaveLength(2));
    expect(game.turn).toBe(0);
    game.takeBack();
    expect(game.line.moves).toEqual([]);
    expect(answer).toHaveBeenCalledOnce();
  });

  it('is cancelled if the user takes a move back meanwhile', async () => {
    const signals: AbortSignal[] = [];
    const answer = (_: unknown, signal: AbortSignal): Promise<never> => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    const game = opened(PLAN, { players: ['hand', { level: 5, answer }] });
    play(game, 'a1b2');
    game.takeBack();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    await Promise.resolve();
    expect(game.line.moves).toEqual([]);
  });

  it('can fail, and be requested again', async () => {
    let fails = true;
    const answer = ({ position }: Turn): Promise<ReturnType<typeof legalMoves>[number]> =>
      fails ? Promise.reject(new Error('no')) : Promise.resolve(legalMoves(position)[0] ?? fail());
    const game = opened(PLAN, { players: ['hand', { level: 5, answer }] });
    play(game, 'a1b2');
    await vi.waitFor(() => expect(game.trouble).not.toBeNull());
    fails = false;
    game.askAgain();
    await vi.waitFor(() => expect(game.line.moves).toHaveLength(2));
  });
});

function fail(): never {
  throw new Error('there is a move');
}
