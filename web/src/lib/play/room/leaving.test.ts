import { describe, expect, it } from 'vitest';

import { ROOM_STATE } from '../../../test/room-state';
import { wouldLeave } from './leaving';

const MINUTE_MS = 60_000;

describe('closing the page', () => {
  const clock = { kind: 'sudden_death', initial_ms: 5 * MINUTE_MS } as const;
  const playing = { ...ROOM_STATE, clock };

  it('needs confirmation during a live game with a clock', () => {
    expect(wouldLeave(playing, 0)).toBe(true);
    expect(wouldLeave({ ...playing, clock: { kind: 'per_move', move_ms: MINUTE_MS } }, 0)).toBe(true);
  });

  it('needs no confirmation without a clock, or with a day for each move', () => {
    expect(wouldLeave(ROOM_STATE, 0)).toBe(false);
    expect(wouldLeave({ ...playing, clock: { kind: 'per_move', move_ms: 24 * 60 * MINUTE_MS } }, 0)).toBe(false);
  });

  it('needs no confirmation outside a game, from spectators, or from eliminated players', () => {
    expect(wouldLeave(null, null)).toBe(false);
    expect(wouldLeave({ ...playing, status: 'waiting' }, 0)).toBe(false);
    expect(wouldLeave({ ...playing, status: 'finished' }, 0)).toBe(false);
    expect(wouldLeave(playing, null)).toBe(false);
    expect(wouldLeave({ ...playing, seats: playing.seats.map((seat) => ({ ...seat, out: true })) }, 0)).toBe(false);
  });
});
