import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Board, GameResult, Mode, SeatRating, Snapshot } from '$lib/base/protocol/types';
import { NetworkFailure } from '$lib/base/protocol/failure';
import { emptySeats } from '$lib/play/room/seats';

import { Television } from './television.svelte';

const CLOCKS = { remaining_ms: null, running: null, turn_began_at: null, free_ms: 0, shared: false, first_move_by: null };
const WON: GameResult = { winners: [0], reason: 'resignation', score: [0, 0] };

function board(room: string, mode: Mode, rating?: number): Board {
  const rated: SeatRating | null = rating === undefined ? null : { rating, provisional: false };
  const seats = emptySeats(mode).map((seat) => ({ ...seat, rating: rated }));
  const clock = { kind: 'none' } as const;
  const summary = { room, mode, layout: 'standard', clock, rated: false, status: 'playing', seats, created_at: 0 } as const;
  return { room: summary, position: '', turn: null, last: null, captured: [0, 0], clocks: CLOCKS, at: 0 };
}

function ended(status: Snapshot['status'] = 'finished'): Snapshot {
  return { status, position: '', captured: [0, 6], moves: [], clocks: CLOCKS, at: 1, result: WON } as unknown as Snapshot;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the television', () => {
  it('shows the strongest game until it ends, then its result, and then the next one', async () => {
    const tv = new Television(() => Promise.resolve(ended()));
    tv.changed([board('a', 'three', 1_900), board('b', 'two', 1_300)], [], true);
    expect(tv.shown?.id).toBe('a');
    tv.changed([board('c', 'four', 2_400)], [], false);
    expect(tv.shown?.id).toBe('a');
    expect(tv.others.map(({ id }) => id)).toEqual(['b', 'c']);
    tv.changed([], ['a'], false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([tv.shown?.id, tv.over, tv.result]).toEqual(['a', true, WON]);
    expect(tv.shown?.board.captured).toEqual([0, 6]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([tv.shown?.id, tv.over, tv.result]).toEqual(['c', false, null]);
  });

  it('keeps the last game until there is another one', async () => {
    const tv = new Television(() => Promise.reject(new NetworkFailure('offline')));
    tv.changed([board('a', 'two')], [], true);
    tv.changed([], ['a'], false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([tv.shown?.id, tv.over, tv.result]).toEqual(['a', true, null]);
    tv.changed([board('b', 'two')], [], false);
    expect([tv.shown?.id, tv.over]).toEqual(['b', false]);
  });

  it('leaves a running game at once that is no longer the best', async () => {
    const tv = new Television(() => Promise.resolve(ended('playing')));
    tv.changed([board('a', 'two')], [], true);
    tv.changed([board('b', 'two', 2_000)], ['a'], false);
    await vi.advanceTimersByTimeAsync(1);
    expect([tv.shown?.id, tv.over]).toEqual(['b', false]);
  });

  it('changes the channel at once, and stays if the game fits', async () => {
    const tv = new Television(() => Promise.resolve(ended()));
    tv.changed([board('a', 'three', 1_900), board('b', 'two', 1_300)], [], true);
    tv.choose('three');
    expect(tv.shown?.id).toBe('a');
    tv.choose('two');
    expect(tv.shown?.id).toBe('b');
    tv.choose('four');
    expect(tv.shown).toBeNull();
    tv.changed([board('c', 'four')], [], false);
    expect(tv.shown?.id).toBe('c');
    tv.changed([], ['c'], false);
    tv.choose('best');
    expect(tv.shown?.id).toBe('a');
    await vi.advanceTimersByTimeAsync(60_000);
    expect([tv.shown?.id, tv.over]).toEqual(['a', false]);
  });
});
