import { describe, expect, it } from 'vitest';

import { ROOM_STATE } from '../../../test/room-state';
import type { Event, EventKind, OpenOffer } from '$lib/base/protocol/types';

import { eliminationsAfter, newsAfter, type News } from './news';
import type { RoomState } from './state';

function event(kind: EventKind): Event {
  return { room: 'r', seq: 9, at: 0, ...kind };
}

function table(offers: OpenOffer[]): RoomState {
  return { ...ROOM_STATE, moves: ['a1b2', 'i5h5'], offers };
}

const DRAW: OpenOffer = { what: 'draw', by: 1, agreed: [1] };
const NEWS: News = { kind: 'declined', what: 'draw', seat: 0, ply: 2 };

function moved(ply: number): Event {
  const { clocks } = ROOM_STATE.reading;
  return event({ kind: 'moved', seat: 0, ply, move: 'a1b2', ejected: null, position: '', captured: [0, 0], turn: 1, clocks, time: null });
}

describe('the news of an ended offer', () => {
  it('says “withdrawn” if the author ended the offer, and “declined” otherwise', () => {
    expect(newsAfter(null, table([DRAW]), event({ kind: 'declined', seat: 0, what: 'draw' }))).toEqual(NEWS);
    expect(newsAfter(null, table([DRAW]), event({ kind: 'declined', seat: 1, what: 'draw' }))?.kind).toBe('withdrawn');
  });

  it('disappears with the second move', () => {
    expect(newsAfter(NEWS, table([]), moved(3))).toBe(NEWS);
    expect(newsAfter(NEWS, table([]), moved(4))).toBeNull();
  });

  it('disappears when a player makes another offer', () => {
    expect(newsAfter(NEWS, table([]), event({ kind: 'offered', seat: 0, what: 'takeback' }))).toBeNull();
    expect(newsAfter(NEWS, table([]), event({ kind: 'ready', seat: 0, ready: true }))).toBe(NEWS);
  });
});

describe('the reason for an elimination', () => {
  it('is kept until the next game', () => {
    const { clocks } = ROOM_STATE.reading;
    const position = '';
    const out = eliminationsAfter({}, event({ kind: 'eliminated', seat: 2, reason: 'time', position, turn: 0, clocks }));
    expect(out).toEqual({ 2: 'time' });
    expect(eliminationsAfter(out, moved(3))).toBe(out);
    expect(eliminationsAfter(out, event({ kind: 'started', game: 'g', players: [], position, turn: 0, clocks }))).toEqual({});
  });
});
