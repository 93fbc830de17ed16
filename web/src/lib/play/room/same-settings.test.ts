import { describe, expect, it } from 'vitest';

import type { Clock } from '$lib/base/protocol/types';

import { ROOM_STATE } from '../../../test/room-state';
import { seekLike } from './same-settings';
import type { RoomState } from './state';

const CLOCK: Clock = { kind: 'fischer', initial_ms: 300_000, increment_ms: 3_000 };
const PUBLIC: RoomState = { ...ROOM_STATE, clock: CLOCK, visibility: 'public', rated: true, lobby: 'main', ready: false, spectator_delay_s: 0 };

describe('a new game after a public game', () => {
  it('is sought with the same settings', () => {
    expect(seekLike(PUBLIC)).toEqual({ mode: PUBLIC.mode, layout: PUBLIC.layout, clock: CLOCK, rated: true, lobby: 'main' });
  });

  it('gets a room if the game was private, by correspondence, or had other rules than a seek can ask for', () => {
    expect(seekLike({ ...PUBLIC, visibility: 'private' })).toBeNull();
    expect(seekLike({ ...PUBLIC, clock: { kind: 'none' } })).toBeNull();
    expect(seekLike({ ...PUBLIC, ready: true })).toBeNull();
    expect(seekLike({ ...PUBLIC, spectator_delay_s: 30 })).toBeNull();
  });

  it('gets a room if a program played', () => {
    const [first, ...others] = PUBLIC.seats;
    if (first === undefined) throw new Error('a room has seats');
    const player = { id: 'c1', name: 'Computer', guest: false, computer: 2 };
    expect(seekLike({ ...PUBLIC, seats: [{ ...first, player }, ...others] })).toBeNull();
  });
});
