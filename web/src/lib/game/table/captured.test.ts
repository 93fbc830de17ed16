import { describe, expect, it } from 'vitest';

import type { Marble } from '$lib/game/board/marble';
import type { Color } from '$lib/base/protocol/types';

import { capturedBy } from './captured';

function pushedOut(color: Color, side: number, slot: number): Marble {
  return { id: slot, color, place: { kind: 'tray', side, slot, exit: null } };
}

describe('captured marbles', () => {
  it('are none at the start', () => {
    expect(capturedBy(3, [])).toEqual([[], [], []]);
  });

  it('are listed in order of ejection', () => {
    const marbles = [pushedOut('red', 0, 1), pushedOut('white', 0, 0), pushedOut('black', 2, 0)];
    expect(capturedBy(3, marbles)).toEqual([['white', 'red'], [], ['black']]);
  });
});
