import type { Color } from '$lib/base/protocol/types';
import { step } from './direction';
import { hasLegalMove } from './legal';
import { colorsOf, nextColor, sideOfColor } from './mode';
import type { Move } from './move';
import { colorAt, winner, type Position } from './position';
import { MAX_PLIES } from './position-text';

/** The position after a move that is legal in this one; the turn is given to the next colour. */
export function play(position: Position, move: Move): Position {
  const { mode, turn } = position;
  const board = [...position.board];
  for (const cell of move.cells) board[cell.index] = null;
  for (const cell of move.cells) {
    const to = step(cell, move.direction);
    if (to !== null) board[to.index] = colorAt(position, cell);
  }
  const side = sideOfColor(mode, turn);
  const ejects = move.ejected !== null;
  return {
    mode,
    board,
    turn: nextColor(mode, turn),
    captured: ejects ? position.captured.map((count, each) => (each === side ? count + 1 : count)) : position.captured,
    quietPlies: ejects ? 0 : Math.min(position.quietPlies + 1, MAX_PLIES),
    ply: Math.min(position.ply + 1, MAX_PLIES),
  };
}

/** The position with the turn given to the next colour. Nothing has been played, so the counts of plies stay. */
export function passTurn(position: Position): Position {
  return { ...position, turn: nextColor(position.mode, position.turn) };
}

/** The position with the turn given to `color`, past all those between. */
export function passTurnTo(position: Position, color: Color): Position {
  return position.turn === color ? position : { ...position, turn: color };
}

/**
 * The position with the turn passed over eliminated players and, with more than two players, over players who
 * cannot move. If `hasLegalMove` is false afterwards, the game is over: with two players the player to move
 * has lost, with more it is a draw.
 *
 * @param out the colours of eliminated players while the others play on
 */
export function settled(position: Position, out: readonly Color[] = []): Position {
  if (position.mode === 'two' || winner(position) !== null) return position;
  const colors = colorsOf(position.mode);
  let passed = position;
  for (const _ of colors) {
    if (!out.includes(passed.turn) && hasLegalMove(passed)) return passed;
    passed = passTurn(passed);
  }
  // No player can move. The turn stays where it was, perhaps at an eliminated player.
  while (out.includes(passed.turn) && !colors.every((color) => out.includes(color))) passed = passTurn(passed);
  return passed;
}
