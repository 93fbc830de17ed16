import { beforeEach, describe, expect, it } from 'vitest';

import type { MyGame, User } from '$lib/base/protocol/types';
import { emptySeats } from '$lib/play/room/seats';
import { settings } from '$lib/base/settings/settings.svelte';

import { CLOCK_NAMES, clockNamed, hardlyBegun, keepLevel, layoutFor, readComputerGame, roomAgainst, type ComputerGame } from './computer-game';

const FIRST = readComputerGame('');

function computer(level: number): User {
  return { id: `c${level}`, name: `Computer ${level}`, guest: false, computer: level };
}

describe('the stored form for a game against computers', () => {
  it('has two players and no clock if nothing readable is stored', () => {
    expect(FIRST).toEqual({ mode: 'two', level: '2', ladder: 12, color: 'random', clock: '0', layout: '', coach: false });
    for (const text of ['nonsense', 'null', '7', '[]', '{}']) expect(readComputerGame(text)).toEqual(FIRST);
    expect(clockNamed(FIRST.clock)).toEqual({ kind: 'none' });
  });

  it('is restored, without invalid values', () => {
    const game: ComputerGame = { mode: 'four', level: '8', ladder: 12, color: 'yellow', clock: '2', layout: 'german_daisy', coach: true };
    expect(readComputerGame(JSON.stringify(game))).toEqual(game);
    expect(readComputerGame('{"mode":"two","level":"13","ladder":12,"color":"red","clock":"99","layout":"star"}')).toEqual(FIRST);
    expect(readComputerGame('{"mode":"two","level":3,"ladder":12}')).toEqual(FIRST);
  });

  it('has the strength that was chosen among eight levels', () => {
    const levels = ['1', '2', '5', '8', '9', 'x'].map((level) => readComputerGame(JSON.stringify({ level })).level);
    expect(levels).toEqual(['4', '5', '9', '12', '2', '2']);
  });

  it('offers clocks for live games only', () => {
    expect(CLOCK_NAMES.map((name) => clockNamed(name).kind)).not.toContain('per_move');
  });
});

describe('a room against computers', () => {
  it('has a computer in every other seat, so that the game begins at once', () => {
    expect(roomAgainst({ ...FIRST, color: 'white' }, 0)).toEqual({
      ...{ mode: 'two', layout: 'standard', clock: { kind: 'none' }, visibility: 'private', seat: 1 },
      computers: [{ level: 2 }],
    });
    expect(roomAgainst({ ...FIRST, mode: 'four', level: '7' }, 0.99)).toMatchObject({
      ...{ layout: 'four_standard', seat: 3 },
      computers: [{ level: 7 }, { level: 7 }, { level: 7 }],
    });
  });

  it('begins as in the lessons against the easiest computers, until the user chooses another start', () => {
    expect(layoutFor({ ...FIRST, level: '4' })).toBe('standard');
    expect(layoutFor({ ...FIRST, level: '5' })).toBe('belgian_daisy');
    expect(layoutFor({ ...FIRST, layout: 'german_daisy' })).toBe('german_daisy');
    expect(layoutFor({ ...FIRST, mode: 'three', layout: 'german_daisy' })).toBe('three_standard');
  });
});

describe('a game before its first moves', () => {
  const seats = emptySeats('two').map((seat) => ({ ...seat, player: seat.seat === 0 ? { id: 'me', name: 'Me', guest: true } : computer(2) }));
  const room: MyGame = {
    ...{ room: 'r1', mode: 'two', layout: 'standard', clock: { kind: 'none' }, rated: false, visibility: 'private', seats, seat: 0 },
    ...{ status: 'playing', created_at: 1, updated_at: 1, game: 'g1', position: '', ply: 1, turn: 1, your_turn: false, result: null },
    ...{ turn_ends_at: null, waits_for_you: false, offers: [] },
  };

  it('is continued if it has the chosen settings', () => {
    expect(hardlyBegun(FIRST, [room])).toBe('r1');
    expect(hardlyBegun({ ...FIRST, color: 'black' }, [room])).toBe('r1');
  });

  it('is not continued if both players have moved, it is over, or the settings differ', () => {
    expect(hardlyBegun(FIRST, [{ ...room, ply: 2 }])).toBeNull();
    expect(hardlyBegun(FIRST, [{ ...room, status: 'finished' }])).toBeNull();
    expect(hardlyBegun({ ...FIRST, color: 'white' }, [room])).toBeNull();
    expect(hardlyBegun({ ...FIRST, level: '3' }, [room])).toBeNull();
    expect(hardlyBegun({ ...FIRST, clock: '1' }, [room])).toBeNull();
    expect(hardlyBegun(FIRST, [{ ...room, layout: 'belgian_daisy' }])).toBeNull();
    expect(hardlyBegun({ ...FIRST, mode: 'three' }, [room])).toBeNull();
  });
});

describe('the level of the next game', () => {
  beforeEach(() => settings.set('computer', JSON.stringify({ ...FIRST, color: 'white' })));

  it('is the level of the last game, if all its computers had the same level', () => {
    keepLevel([{ level: 4 }, { level: 4 }]);
    expect(readComputerGame(settings.get('computer'))).toEqual({ ...FIRST, color: 'white', level: '4' });
    keepLevel([{ level: 5 }, { level: 6 }]);
    keepLevel([]);
    expect(readComputerGame(settings.get('computer')).level).toBe('4');
  });
});
