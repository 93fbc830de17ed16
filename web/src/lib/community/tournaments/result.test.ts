import { describe, expect, it } from 'vitest';

import type { TournamentGame, TournamentVerdict } from '$lib/base/protocol/types';

import { meetings, sideResult } from './result';

const WON: TournamentVerdict = { kind: 'played', winners: [1], marbles: [2, 6], plies: 60 };
const DRAWN: TournamentVerdict = { kind: 'played', winners: [], marbles: [3, 3], plies: 200 };
const NO_POINTS: TournamentVerdict = { kind: 'forfeit', winners: [] };

function game(number: number, sides: number[], verdict: TournamentVerdict | null): TournamentGame {
  return { number, round: 1, room: '', game: '', sides, berserk: [], pairing: 0, verdict, ruling: null };
}

describe('a result', () => {
  it('is given for each side', () => {
    expect([sideResult(WON, 0), sideResult(WON, 1)]).toEqual(['lost', 'won']);
    expect([sideResult(DRAWN, 0), sideResult(NO_POINTS, 1), sideResult({ kind: 'void' }, 0), sideResult(null, 0)]).toEqual(['drawn', 'lost', 'void', 'open']);
  });

  it('is shown from the view of the row’s participant', () => {
    const games = [game(1, [7, 8], WON), game(2, [8, 7], WON), game(3, [7, 9], DRAWN)];
    expect(meetings(games, 7, 8).map(({ sign }) => sign)).toEqual(['0', '1']);
    expect(meetings(games, 9, 7).map(({ sign }) => sign)).toEqual(['½']);
    expect(meetings(games, 8, 9)).toEqual([]);
    expect(meetings(games, 7, 7)).toEqual([]);
  });
});
