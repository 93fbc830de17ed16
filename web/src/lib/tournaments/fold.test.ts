import { describe, expect, it } from 'vitest';

import type { TournamentChange, TournamentDetail, TournamentGame, TournamentState } from '$lib/protocol/types';

import { after } from './fold';

const STATE = { id: 't', seq: 4, status: 'running', round: 1 } as TournamentState;
const SETTINGS = { name: 'Club evening' } as TournamentDetail['settings'];

function game(number: number, round: number, over = false): TournamentGame {
  const verdict: TournamentGame['verdict'] = over ? { kind: 'played', winners: [0], marbles: [6, 2], plies: 40 } : null;
  return { ...{ number, round, room: `r${number}`, game: `g${number}`, sides: [1, 2], berserk: [], pairing: 0 }, verdict, ruling: null };
}

function change(part: Partial<TournamentChange>): TournamentChange {
  return { ...{ state: STATE, full: false, participants: [], standings: null, rounds: [], games: [] }, ...part };
}

const ALL = change({ full: true, settings: SETTINGS, standings: [], games: [game(1, 1), game(2, 1)] });

describe('a tournament that one follows', () => {
  it('begins with all of it', () => {
    expect(after(null, change({}))).toBeNull();
    expect(after(null, ALL)?.games.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('goes on with what has changed, and keeps the rest', () => {
    const known = after(after(null, ALL), change({ games: [game(2, 1, true), game(3, 2)] }));
    expect(known?.games.map(({ number, verdict }) => [number, verdict !== null])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
    expect(known?.settings.name).toBe('Club evening');
  });

  it('keeps the games of earlier rounds when all of it is told again', () => {
    const later = change({ full: true, settings: SETTINGS, standings: [], games: [game(3, 2)] });
    expect(after(after(null, ALL), later)?.games).toHaveLength(3);
  });
});
