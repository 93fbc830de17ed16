import { marblesAt, moved, traceOf, type Marble, type Trace } from '$lib/game/board/marble';
import type { Mode } from '$lib/base/protocol/types';
import { isIllegal } from '$lib/game/rules/illegal';
import { colorsOf, sideOf } from '$lib/game/rules/mode';
import { readMove } from '$lib/game/rules/notation';
import { passTurnTo, play } from '$lib/game/rules/play';
import { positionText, readPosition } from '$lib/game/rules/position-text';

/** The marbles of a game for spectators. */
export class SmallBoard {
  marbles = $state.raw<readonly Marble[]>([]);
  /** The effect of the last move, if it was seen. */
  trace = $state.raw<Trace | null>(null);
  /** Whether the marbles came to their places by a move that was seen. */
  glide = $state(false);
  #position = '';

  /**
   * Shows a position.
   *
   * @param position its line; empty before there is any
   * @param last the move that may have led there, and its seat
   */
  show(mode: Mode, position: string, last: { seat: number; text: string } | null): void {
    const before = this.#position;
    if (position === before) return;
    this.#position = position;
    if (before !== '' && last !== null && this.#move(mode, before, position, last)) return;
    this.glide = false;
    this.trace = null;
    this.marbles = position === '' ? [] : marblesAt(readPosition(mode, position));
  }

  /** Animates a move, with each marble's id kept, if it leads from one position to the other. */
  #move(mode: Mode, before: string, position: string, { seat, text }: { seat: number; text: string }): boolean {
    const color = colorsOf(mode)[seat];
    if (color === undefined) return false;
    const from = passTurnTo(readPosition(mode, before), color);
    const move = readMove(from, text);
    if (isIllegal(move) || rowsOf(positionText(play(from, move))) !== rowsOf(position)) return false;
    const marbles = moved(this.marbles, move, sideOf(mode, seat));
    this.trace = traceOf(this.marbles, marbles);
    this.marbles = marbles;
    this.glide = true;
    return true;
  }
}

/** The cells of the marbles, from a position's line. */
function rowsOf(line: string): string | undefined {
  return line.split(' ')[0];
}
