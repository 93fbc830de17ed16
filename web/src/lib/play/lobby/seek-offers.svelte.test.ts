import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Clock, RoomSummary, Seek, TournamentSummary } from '$lib/base/protocol/types';
import { emptySeats } from '$lib/play/room/seats';

import { otherGame, startingSoon } from './seek-offers';
import { SeekWait } from './seek-wait.svelte';

const QUICK: Clock = { kind: 'fischer', initial_ms: 300_000, increment_ms: 3_000 };
const CALM: Clock = { kind: 'sudden_death', initial_ms: 600_000 };
const LONG: Clock = { kind: 'sudden_death', initial_ms: 1_800_000 };
const CORRESPONDENCE: Clock = { kind: 'none' };

function seek(id: string, clock: Clock, mode: Seek['mode'] = 'two'): Seek {
  const layout = mode === 'two' ? 'belgian_daisy' : 'three_standard';
  const user = { id, name: id, guest: true };
  return { id, user, rating: 1500, mode, layout, clock, rated: false, rating_range: {}, computers: null, since: 0 };
}

function room(id: string, clock: Clock): RoomSummary {
  const game = { mode: 'two', layout: 'belgian_daisy', rated: false, status: 'waiting' } as const;
  return { ...game, room: id, clock, seats: emptySeats('two'), created_at: 1 };
}

describe('the other game that is offered to a player who waits', () => {
  const sought = { mode: 'two', clock: QUICK } as const;

  it('is the one for which most other players wait, in rooms or in seeks', () => {
    const seeks = [seek('a', LONG), seek('b', CALM), seek('c', QUICK), seek('me', CALM), seek('d', CALM, 'three')];
    expect(otherGame(sought, [room('r', LONG)], seeks, 'me')).toEqual({ game: { mode: 'two', clock: LONG }, waiting: 2 });
  });

  it('is never the same game, or one by correspondence', () => {
    const other = otherGame(sought, [room('r', CORRESPONDENCE)], [seek('a', QUICK), seek('b', CORRESPONDENCE)], 'me');
    expect(other).toEqual({ game: { mode: 'two', clock: CALM }, waiting: 0 });
  });

  it('is a popular one if no player waits', () => {
    expect(otherGame(sought, [], [], null)?.game.clock).toEqual(CALM);
    expect(otherGame({ mode: 'two', clock: CALM }, [], [], null)?.game.clock).toEqual(QUICK);
  });
});

describe('the tournament that is offered', () => {
  const MINUTE = 60_000_000;

  function tournament(id: string, change: Partial<TournamentSummary>): TournamentSummary {
    const game = { mode: 'two', layout: 'belgian_daisy', clock: QUICK, rated: true, form: 'arena' } as const;
    const state = { status: 'registering', started_at: null, ended_at: null, participants: 3, capacity: 100, admission: 'open', club: null, teams: false } as const;
    return { ...game, ...state, id, name: id, start: { kind: 'at', at: 5 * MINUTE }, podium: [], ...change };
  }

  it('is the first that starts within a quarter of an hour', () => {
    const list = [tournament('late', { start: { kind: 'at', at: 9 * MINUTE } }), tournament('early', {})];
    expect(startingSoon(list, 'two', MINUTE)?.tournament.id).toBe('early');
    expect(startingSoon(list, 'two', 6 * MINUTE)?.tournament.id).toBe('late');
    expect(startingSoon(list, 'two', 9 * MINUTE)).toBeNull();
    expect(startingSoon([tournament('a', { start: { kind: 'at', at: 20 * MINUTE } })], 'two', 0)).toBeNull();
  });

  it('is one that the player can enter, with the same number of players', () => {
    const closed: Partial<TournamentSummary>[] = [
      { status: 'running' },
      { admission: 'password' },
      { club: 'c' },
      { participants: 100 },
      { mode: 'three' },
      { start: { kind: 'by_director' } },
    ];
    for (const change of closed) expect(startingSoon([tournament('a', change)], 'two', 0)).toBeNull();
  });
});

describe('the time of a search', () => {
  beforeEach(() => vi.useFakeTimers({ now: 100_000 }));
  afterEach(() => vi.useRealTimers());

  it('is counted in whole seconds, and is long after twenty of them', () => {
    let since = $state<number | null>(98_500_000);
    let wait: SeekWait | undefined;
    const end = $effect.root(() => {
      wait = new SeekWait(() => since, { now: () => Date.now() * 1000 });
    });
    flushSync();
    expect([wait?.elapsed, wait?.long]).toEqual([1_000, false]);
    vi.advanceTimersByTime(500);
    expect(wait?.elapsed).toBe(2_000);
    vi.advanceTimersByTime(17_999);
    expect([wait?.elapsed, wait?.long]).toEqual([19_000, false]);
    vi.advanceTimersByTime(1);
    expect([wait?.elapsed, wait?.long]).toEqual([20_000, true]);

    // Another search starts anew. Without one, no timer runs.
    since = 118_500_000;
    flushSync();
    expect([wait?.elapsed, wait?.long]).toEqual([0, false]);
    since = null;
    flushSync();
    expect([wait?.elapsed, vi.getTimerCount()]).toEqual([0, 0]);
    end();
  });
});
