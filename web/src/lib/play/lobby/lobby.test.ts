import { describe, expect, it } from 'vitest';
import type { RoomSummary } from '$lib/base/protocol/types';
import { emptySeats } from '$lib/play/room/seats';
import { merged } from './merged';
import { PRESETS } from '$lib/game/clock/presets';
import { favourite, initialGameSettings, offered, roomOf, whyNotRated } from './game-settings';

function room(id: string, created_at: number, status: RoomSummary['status'] = 'waiting'): RoomSummary {
  return {
    room: id,
    mode: 'two',
    layout: 'standard',
    clock: { kind: 'none' },
    rated: false,
    status,
    seats: emptySeats('two'),
    created_at,
  };
}

describe('the list of rooms', () => {
  it('applies new, changed and removed rooms, and shows the newest room first', () => {
    const list = merged([room('a', 1), room('b', 2)], [room('c', 3), room('a', 1, 'playing')], ['b']);
    expect(list.map(({ room, status }) => [room, status])).toEqual([
      ['c', 'waiting'],
      ['a', 'playing'],
    ]);
  });
});

describe('the form for a new game', () => {
  it('begins with the rulebook’s ten minutes', () => {
    expect(roomOf(initialGameSettings(), 0).clock).toEqual({ kind: 'sudden_death', initial_ms: 600_000 });
  });

  it('chooses a random seat', () => {
    const game = initialGameSettings();
    expect([0, 0.49, 0.5, 0.99].map((random) => roomOf(game, random).seat)).toEqual([0, 0, 1, 1]);
  });

  it('requests the seat of the chosen colour', () => {
    expect(roomOf({ ...initialGameSettings(), color: 'white' }, 0).seat).toBe(1);
  });

  it('accepts a custom clock', () => {
    const game = { ...initialGameSettings(), preset: 'custom', custom: { ...initialGameSettings().custom, minutes: 3, seconds: 4 } };
    expect(roomOf(game, 0).clock).toEqual({ kind: 'fischer', initial_ms: 180_000, increment_ms: 4000 });
  });

  it('requests a chosen or random seat among all colours of its mode', () => {
    const game = { ...initialGameSettings(), mode: 'four' as const };
    expect(roomOf({ ...game, color: 'yellow' }, 0)).toMatchObject({ mode: 'four', seat: 3 });
    expect([0, 0.3, 0.6, 0.9].map((random) => roomOf(game, random).seat)).toEqual([0, 1, 2, 3]);
  });

  it('shows spectators the game live, or with a delay', () => {
    expect(roomOf(initialGameSettings(), 0).spectator_delay_s).toBe(0);
    expect(roomOf({ ...initialGameSettings(), spectatorDelay: '180' }, 0).spectator_delay_s).toBe(180);
  });

  it('chooses the favourite layout if it is available', () => {
    expect(favourite(['standard', 'belgian_daisy'])).toBe('belgian_daisy');
    expect(favourite(['three_standard'])).toBe('three_standard');
  });

  it('offers a few layouts, including the chosen layout', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    expect(offered(names, 'b', false)).toEqual(['a', 'b', 'c']);
    expect(offered(names, 'f', false)).toEqual(['a', 'b', 'f']);
    expect(offered(names, 'f', true)).toEqual(names);
  });
});

describe('a rated game', () => {
  const ada = { id: '1', name: 'Ada', guest: false };
  const game = initialGameSettings();

  it('needs an account, no computers and a clock that is slow enough', () => {
    expect(whyNotRated(game, null)).toBe('account');
    expect(whyNotRated(game, { ...ada, guest: true })).toBe('account');
    expect(whyNotRated({ ...game, computers: '1' }, ada)).toBe('program');
    expect(whyNotRated({ ...game, preset: String([...PRESETS].findIndex(({ clock }) => clock.kind === 'none')) }, ada)).toBe('clock');
    expect(whyNotRated(game, ada)).toBeNull();
    const custom = { ...game.custom, kind: 'fischer', minutes: 0.5, seconds: 0 } as const;
    expect(whyNotRated({ ...game, preset: 'custom', custom }, ada)).toBe('fast');
    expect(whyNotRated({ ...game, preset: 'custom', custom: { ...custom, seconds: 1 } }, ada)).toBeNull();
  });

  it('is requested only if it is possible', () => {
    expect(roomOf({ ...game, rated: true }, 0).rated).toBe(false);
    expect(roomOf(game, 0, true).rated).toBe(true);
  });
});
