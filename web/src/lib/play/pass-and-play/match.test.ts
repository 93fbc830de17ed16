import { describe, expect, it } from 'vitest';

import type { Mode } from '$lib/base/protocol/types';
import { isIllegal } from '$lib/game/rules/illegal';
import { readMove } from '$lib/game/rules/notation';
import { readPosition } from '$lib/game/rules/position-text';

import { afterAgreement, afterLeaving, afterMove, afterTheTime, matchFrom, QUIET_PLIES, turnOf, type Match } from './match';

function at(text: string, mode: Mode = 'two'): Match {
  return matchFrom(readPosition(mode, text));
}

/** Returns the match after these moves. */
function played(match: Match, ...moves: readonly string[]): Match {
  return moves.reduce((last, text) => {
    const move = readMove(last.position, text);
    if (isIllegal(move)) throw new Error(`${text} is ${move.reason}`);
    return afterMove(last, move);
  }, match);
}

const OPEN = '5/6/7/8/4w4/8/7/6/b4 b 0,0 0 0';
const THREE = '5/6/7/8/4w3r/8/7/6/b4 b 1,2,2 0 0';
const FOUR = 'b4/6/7/8/w3r3y/8/7/6/5 b 1,2 0 0';

describe('a match', () => {
  it('is won with the sixth ejection', () => {
    expect(played(at('5/6/7/8/4w4/8/7/6/2bbw b 4,5 7 20'), 'a3a4').result).toBeNull();
    const last = played(at('5/6/7/8/9/8/7/6/2bbw b 5,0 7 20'), 'a3a4');
    expect(last.result).toEqual({ winners: [0], reason: 'ejections', score: [6, 0] });
    expect(turnOf(last)).toBeNull();
  });

  it('is won by both partners of a team', () => {
    const match = played(at('5/6/7/8/9/8/7/6/2rrw r 5,1 7 20', 'four'), 'a3a4');
    expect(match.result).toEqual({ winners: [0, 2], reason: 'ejections', score: [6, 1] });
  });

  it('is drawn when a position occurs for the third time with the same player to move', () => {
    const round = ['a1a2', 'e5e6', 'a2a1', 'e6e5'];
    const twice = played(at(OPEN), ...round);
    expect(twice.result).toBeNull();
    expect(played(twice, 'a1a2', 'e5e6', 'a2a1').result).toBeNull();
    expect(played(twice, ...round).result).toEqual({ winners: [], reason: 'repetition', score: [0, 0] });
  });

  it('restarts the count of positions after an ejection', () => {
    const push = played(at('5/6/7/8/4w4/8/7/6/2bbw b 0,0 3 8'), 'a3a4');
    expect(push.stood).toHaveLength(1);
    expect(push.result).toBeNull();
  });

  it('is drawn after too many quiet plies', () => {
    expect(played(at(`5/6/7/8/4w4/8/7/6/b4 b 0,0 ${QUIET_PLIES - 2} 400`), 'a1a2').result).toBeNull();
    expect(played(at(`5/6/7/8/4w4/8/7/6/b4 b 0,0 ${QUIET_PLIES - 1} 400`), 'a1a2').result?.reason).toBe('quiet');
    expect(played(at('5/6/7/8/4w4/8/7/6/b4 b 0,0 3 4999'), 'a1a2').result?.reason).toBe('quiet');
  });

  it('between two players is lost by the player who cannot move', () => {
    // White's only marble stands in a corner behind two pairs that it cannot push.
    const stuck = played(at('5/6/7/8/9/3b4/2b4/bb4/wb3 b 0,0 0 0'), 'd4d3');
    expect(stuck.result).toEqual({ winners: [0], reason: 'stuck', score: [0, 0] });
    expect(turnOf(stuck)).toBeNull();
  });

  it('among three players skips a player who cannot move', () => {
    const match = played(at('r4/6/7/8/9/2b5/bb5/bb4/wb3 b 0,0,0 0 0', 'three'), 'd3c3');
    expect(turnOf(match)).toBe(2);
  });

  it('ends if a player resigns or runs out of time, also for the player’s team', () => {
    expect(afterLeaving(at(OPEN), 1, 'resignation').result).toEqual({ winners: [0], reason: 'resignation', score: [0, 0] });
    expect(afterLeaving(at(OPEN), 0, 'time').result).toMatchObject({ winners: [1], reason: 'time' });
    expect(afterLeaving(at(FOUR, 'four'), 2, 'time').result).toEqual({ winners: [1, 3], reason: 'time', score: [1, 2] });
  });

  it('among three players continues without eliminated players until a single player is left', () => {
    const two = afterLeaving(at(THREE, 'three'), 0, 'resignation');
    expect(two.result).toBeNull();
    expect(turnOf(two)).toBe(1);
    expect(turnOf(played(two, 'e5e6', 'e9e8'))).toBe(1);
    expect(afterLeaving(two, 2, 'time').result).toEqual({ winners: [1], reason: 'time', score: [1, 2, 2] });
  });

  it('is drawn by agreement', () => {
    expect(afterAgreement(at(OPEN)).result).toMatchObject({ winners: [], reason: 'agreement' });
  });

  it('is decided by the ejections when the shared clock runs out', () => {
    expect(afterTheTime(at(FOUR, 'four')).result).toEqual({ winners: [1, 3], reason: 'time', score: [1, 2] });
    expect(afterTheTime(at(THREE, 'three')).result).toMatchObject({ winners: [], reason: 'time' });
  });
});
