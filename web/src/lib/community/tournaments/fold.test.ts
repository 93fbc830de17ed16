import { describe, expect, it } from 'vitest';

import type { TournamentChange, TournamentDetail, TournamentGame, TournamentStanding, TournamentState } from '$lib/base/protocol/types';

import { after } from './fold';

const STATE = { id: 't', seq: 4, status: 'running', round: 1, entry_round: null } as TournamentState;
const SETTINGS = { name: 'Club evening' } as TournamentDetail['settings'];

function game(number: number, round: number, over = false): TournamentGame {
  const verdict: TournamentGame['verdict'] = over ? { kind: 'played', winners: [0], marbles: [6, 2], plies: 40 } : null;
  return { ...{ number, round, room: `r${number}`, game: `g${number}`, sides: [1, 2], berserk: [], pairing: 0 }, verdict, ruling: null };
}

function stands(participant: number, place: number, points = 0): TournamentStanding {
  return { place, participant, points, tie_breaks: [], won: points, drawn: 0, lost: 0, streak: 0 };
}

function change(part: Partial<TournamentChange>): TournamentChange {
  return { ...{ state: STATE, full: false, participants: [], standings: [], rounds: [], games: [] }, ...part };
}

const ALL = change({ full: true, settings: SETTINGS, standings: [stands(1, 1), stands(2, 1), stands(3, 1)], order: [1, 2, 3], games: [game(1, 1), game(2, 1)] });

describe('the state of a followed tournament', () => {
  it('begins with the first full message', () => {
    expect(after(null, change({}))).toBeNull();
    expect(after(null, ALL)?.games.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('applies changed games, and keeps the rest', () => {
    const known = after(after(null, ALL), change({ games: [game(2, 1, true), game(3, 2)] }));
    expect(known?.games.map(({ number, verdict }) => [number, verdict !== null])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
    expect(known?.settings.name).toBe('Club evening');
  });

  it('applies changed standings, in the order that the server sends', () => {
    const begun = after(null, ALL);
    const won = after(begun, change({ standings: [stands(3, 1, 1), stands(1, 2), stands(2, 2)], order: [3, 1, 2] }));
    expect(won?.standings.map(({ participant, points }) => [participant, points])).toEqual([
      [3, 1],
      [1, 0],
      [2, 0],
    ]);
    const drawn = after(won, change({ standings: [stands(2, 2, 0.5)] }));
    expect(drawn?.standings.map(({ participant, points }) => [participant, points])).toEqual([
      [3, 1],
      [1, 0],
      [2, 0.5],
    ]);
    const left = after(drawn, change({ order: [3, 2] }));
    expect(left?.standings.map(({ participant }) => participant)).toEqual([3, 2]);
    expect(after(left, change({ full: true, settings: SETTINGS, standings: [stands(2, 1)], order: [2] }))?.standings).toHaveLength(1);
  });

  it('lists participants and invited users, and drops participants who left before the start', () => {
    const entered = { number: 1, membership: 'in' } as TournamentDetail['participants'][number];
    const invited = [{ id: 'u', name: 'Grace', guest: false }] as unknown as TournamentDetail['invited'];
    const known = after(after(null, ALL), change({ participants: [entered], invited }));
    expect([known?.participants.length, known?.invited]).toEqual([1, invited]);
    const left = after(known, change({ participants: [{ ...entered, membership: 'gone' }] }));
    expect([left?.participants, left?.invited]).toEqual([[], invited]);
    expect(after(left, change({ invited: [] }))?.invited).toEqual([]);
  });

  it('keeps the games of earlier rounds after another full message', () => {
    const later = change({ full: true, settings: SETTINGS, games: [game(3, 2)] });
    expect(after(after(null, ALL), later)?.games).toHaveLength(3);
  });
});
