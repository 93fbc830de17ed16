import { describe, expect, it } from 'vitest';

import { layoutNamed, startFrom } from '$lib/game/rules/layouts';
import { readPosition } from '$lib/game/rules/position-text';

import { ANY_COLOR } from './usual';
import { roomFrom } from './position-room';

const LINE = '5/6/7/8/2wwb4/3bbw2/7/6/5 w 5,0';

describe('a room from a position', () => {
  const position = readPosition('two', `${LINE} 3 41`);

  it('starts without plies, and waits for a friend', () => {
    expect(roomFrom({ position, clock: { kind: 'none' }, color: 'white', level: null }, 0)).toEqual({
      ...{ mode: 'two', start_position: `${LINE} 0 0`, clock: { kind: 'none' }, visibility: 'private', seat: 1, computers: [] },
    });
  });

  it('has computers on all other seats', () => {
    const three = readPosition('three', '5/6/7/8/2b1w1r2/8/7/6/5 r 0,0,0 0 0');
    const room = roomFrom({ position: three, clock: { kind: 'none' }, color: ANY_COLOR, level: 5 }, 0.9);
    expect([room.seat, room.computers]).toEqual([2, [{ level: 5 }, { level: 5 }]]);
  });

  it('starts from the layout if that is the position', () => {
    const daisy = layoutNamed('belgian_daisy');
    if (daisy === null) throw new Error('there is no such layout');
    const room = roomFrom({ position: startFrom('two', daisy), clock: { kind: 'none' }, color: 'black', level: 1 }, 0);
    expect([room.layout, room.start_position]).toEqual(['belgian_daisy', undefined]);
  });
});
