import { describe, expect, it } from 'vitest';

import { CELLS } from '$lib/game/rules/cell';
import { layoutOf, startFrom } from '$lib/game/rules/layouts';
import { legalMoves } from '$lib/game/rules/legal';
import { play } from '$lib/game/rules/play';
import type { Position } from '$lib/game/rules/position';
import { positionText } from '$lib/game/rules/position-text';
import type { MyGame } from '$lib/base/protocol/types';

import { isInPlay, runningPositions } from './fair-play';

function middle(seed: number): Position {
  const layout = layoutOf('two', 'belgian_daisy');
  if (layout === null) throw new Error('there is such a layout');
  let position = startFrom('two', layout);
  for (let ply = 0; ply < 20; ply += 1) {
    const moves = legalMoves(position);
    const move = moves[(seed * 31 + ply * 17) % moves.length];
    if (move !== undefined) position = play(position, move);
  }
  return position;
}

/** The board turned by a half, with the colours exchanged. */
function turned(position: Position): Position {
  const other = { black: 'white', white: 'black', red: 'red', yellow: 'yellow' } as const;
  const board = CELLS.map((_, index) => {
    const color = position.board[CELLS.length - 1 - index] ?? null;
    return color === null ? null : other[color];
  });
  return { ...position, board };
}

describe('positions of running games', () => {
  const position = middle(1);

  it('are refused with their images and the positions after one move', () => {
    expect(isInPlay(position, [position])).toBe(true);
    expect(isInPlay(turned(position), [position])).toBe(true);
    const [first] = legalMoves(position);
    if (first === undefined) throw new Error('there is a move');
    const next = play(position, first);
    expect(isInPlay(next, [position])).toBe(true);
    const [second] = legalMoves(next);
    if (second === undefined) throw new Error('there is a move');
    expect(isInPlay(play(next, second), [position])).toBe(false);
    expect(isInPlay(position, [])).toBe(false);
  });

  it('belong to games against people after the opening', () => {
    const player = { id: 'u', name: 'Ada', guest: false };
    const game = (change: object): MyGame =>
      ({ status: 'playing', mode: 'two', seat: 0, ply: 20, position: positionText(position), seats: [{ player }, { player }], ...change }) as unknown as MyGame;
    expect(runningPositions([game({})])).toHaveLength(1);
    for (const change of [{ status: 'finished' }, { ply: 4 }, { seats: [{ player }, { player: { ...player, computer: 3 } }] }]) {
      expect(runningPositions([game(change)])).toEqual([]);
    }
  });
});
