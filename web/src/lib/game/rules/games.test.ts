import { describe, expect, it } from 'vitest';
import { isIllegal } from './illegal';
import { moveText, readMove } from './notation';
import { play } from './play';
import { winner, type Position } from './position';
import { positionText, readPosition, startOf } from './position-text';
import { GAMES, layoutRows } from './reference/read';

describe('recorded games', () => {
  it('have 6,947 plies in total', () => {
    expect(GAMES.reduce((plies, { moves }) => plies + moves.length, 0)).toBe(6947);
  });

  it.each(GAMES)('$id is replayed to its recorded end', (game) => {
    const last = game.moves.reduce(played, startOf('two', layoutRows(game.start)));
    expect(last.ply).toBe(game.plies);
    expect(last.captured).toEqual([game.ejected_by_black, game.ejected_by_white]);
    const side = winner(last);
    expect(side === null ? null : ['black', 'white'][side]).toBe(game.board_winner);
  });
});

/** Plays a move. Checks first that the texts of the move and of the position are read back unchanged. */
function played(position: Position, text: string): Position {
  expect(readPosition(position.mode, positionText(position))).toEqual(position);
  const move = readMove(position, text);
  if (isIllegal(move)) throw new Error(`${text} in ${positionText(position)} is ${move.reason}`);
  expect(readMove(position, moveText(move))).toBe(move);
  return play(position, move);
}
