import { describe, expect, it } from 'vitest';

import { withBot } from '$lib/play/lobby/bot-room';
import type { Bot, BotAccepts, Clock } from '$lib/base/protocol/types';

import { secondsOf, takes } from './bot';

const BLITZ: Clock = { kind: 'fischer', initial_ms: 180_000, increment_ms: 2000 };

function bot(accepts: BotAccepts, games = 0): Bot {
  return { user: { id: 'b', name: 'Deep Fox', guest: true, bot: true }, accepts, games, online: true, author: null, played: 0, rating: null };
}

describe('a bot', () => {
  it('counts the time of forty moves, as the server does', () => {
    expect(secondsOf({ kind: 'none' })).toBeNull();
    expect(secondsOf({ kind: 'sudden_death', initial_ms: 60_000 })).toBe(60);
    expect(secondsOf(BLITZ)).toBe(260);
    expect(secondsOf({ kind: 'delay', initial_ms: 1000, delay_ms: 1000 })).toBe(41);
    expect(secondsOf({ kind: 'per_move', move_ms: 1000 })).toBe(40);
    expect(secondsOf({ kind: 'per_game', limit_ms: 10_000 })).toBe(5);
  });

  it('accepts only games that fit its preferences', () => {
    expect(takes(bot({}), 'three', BLITZ)).toBe(true);
    expect(takes(bot({ modes: ['two'] }), 'three', BLITZ)).toBe(false);
    expect(takes(bot({ shortest_s: 261 }), 'two', BLITZ)).toBe(false);
    expect(takes(bot({ longest_s: 259 }), 'two', BLITZ)).toBe(false);
    expect(takes(bot({ shortest_s: 260, longest_s: 260 }), 'two', BLITZ)).toBe(true);
    expect(takes(bot(JSON.parse('{"longest_s":null}') as BotAccepts), 'two', BLITZ)).toBe(true);
    expect([takes(bot({}), 'two', { kind: 'none' }), takes(bot({ untimed: true }), 'two', { kind: 'none' })]).toEqual([false, true]);
    expect([takes(bot({}, 8), 'two', BLITZ), takes(bot({ games_at_once: 9 }, 8), 'two', BLITZ)]).toEqual([false, true]);
  });

  it('plays rated games only by its own choice', () => {
    expect([takes(bot({}), 'two', BLITZ, true), takes(bot({ rated: true }), 'two', BLITZ, true)]).toEqual([false, true]);
  });

  it('gets a seat, and computers keep the remaining seats', () => {
    expect(withBot({ mode: 'two', computers: [{ level: 2 }] }, 'b')).toEqual({ mode: 'two', bots: [{ id: 'b' }], computers: [] });
    const three = [{ level: 2 }, { level: 2 }];
    expect(withBot({ mode: 'three', computers: three }, 'b').computers).toHaveLength(1);
    expect(withBot({ mode: 'four', computers: three }, 'b').computers).toHaveLength(2);
    expect(withBot({ mode: 'three', computers: three }, '')).toEqual({ mode: 'three', computers: three });
  });
});
