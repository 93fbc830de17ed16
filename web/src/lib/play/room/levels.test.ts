import { describe, expect, it } from 'vitest';

import type { Seat, User } from '$lib/base/protocol/types';

import { ROOM_STATE } from '../../../test/room-state';
import { isAmongComputers, withOtherLevels } from './levels';
import { emptySeats, hostOf } from './seats';
import type { RoomState } from './state';

const PERSON: User = { id: 'u1', name: 'Sly Stork', guest: true };

function computer(level: number): User {
  return { id: `c${level}`, name: `Computer ${level}`, guest: false, computer: level };
}

function seatsOf(...players: readonly (User | null)[]): Seat[] {
  return emptySeats('three').map((seat) => ({ ...seat, player: players[seat.seat] ?? null }));
}

function table(...players: readonly User[]): RoomState {
  return { ...ROOM_STATE, mode: 'three', layout: 'three_standard', seats: seatsOf(...players) };
}

describe('a table with computers', () => {
  it('has a user as host, who needs no consent if all other players are computers', () => {
    expect(isAmongComputers(seatsOf(computer(2), PERSON, computer(2)), 1)).toBe(true);
    expect(isAmongComputers(seatsOf(computer(2), PERSON, { ...PERSON, id: 'u2' }), 1)).toBe(false);
    expect(isAmongComputers(seatsOf(computer(2), PERSON, null), 1)).toBe(false);
    expect(hostOf(seatsOf(computer(2), PERSON, null))).toBe(PERSON);
  });

  it('is recreated with each computer a level stronger or weaker, in the same seats', () => {
    const state = table(computer(2), PERSON, computer(5));
    expect(withOtherLevels(state, 1, 1)).toMatchObject({
      ...{ mode: 'three', layout: 'three_standard', seat: 1 },
      computers: [
        { seat: 0, level: 3 },
        { seat: 2, level: 6 },
      ],
    });
    expect(withOtherLevels(state, 1, -1)?.computers?.map(({ level }) => level)).toEqual([1, 4]);
  });

  it('stays within the existing levels', () => {
    expect(withOtherLevels(table(computer(12), PERSON, computer(11)), 1, 1)?.computers?.map(({ level }) => level)).toEqual([12, 12]);
    expect(withOtherLevels(table(computer(12), PERSON, computer(12)), 1, 1)).toBeNull();
    expect(withOtherLevels(table(computer(1), PERSON, computer(1)), 1, -1)).toBeNull();
  });
});
