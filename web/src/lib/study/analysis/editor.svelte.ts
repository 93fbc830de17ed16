import type { Color, Mode } from '$lib/base/protocol/types';
import { CELLS, type Cell } from '$lib/game/rules/cell';
import { layoutsFor, startFrom, type Layout } from '$lib/game/rules/layouts';
import { colorsOf, MARBLES_TO_WIN, sidesOf } from '$lib/game/rules/mode';
import type { Position } from '$lib/game/rules/position';

/** A position that the user sets up marble by marble. */
export class PositionEditor {
  position = $state.raw<Position>(emptyBoard('two'));
  /** The colour to place; `null` removes marbles. */
  brush = $state<Color | null>('black');

  /** @param position the position to start with */
  constructor(position: Position | null) {
    this.position = position ?? firstLayout('two');
  }

  get mode(): Mode {
    return this.position.mode;
  }

  /** Changes the number of players, and starts with the usual layout. */
  setMode(mode: Mode): void {
    if (mode === this.mode) return;
    this.position = firstLayout(mode);
    if (this.brush !== null && !colorsOf(mode).includes(this.brush)) this.brush = 'black';
  }

  setLayout(layout: Layout): void {
    this.position = startFrom(this.mode, layout);
  }

  clear(): void {
    this.position = emptyBoard(this.mode);
  }

  setTurn(turn: Color): void {
    this.position = { ...this.position, turn };
  }

  /** Sets how many marbles a side has pushed out; with six, the game would be over. */
  setCaptured(side: number, count: number): void {
    const most = Math.max(0, Math.min(Math.trunc(count), MARBLES_TO_WIN - 1));
    this.position = { ...this.position, captured: this.position.captured.map((known, each) => (each === side ? most : known)) };
  }

  /** Places a marble of the chosen colour. */
  paint(cell: Cell, brush: Color | null = this.brush): void {
    this.position = { ...this.position, board: this.position.board.map((color, index) => (index === cell.index ? brush : color)) };
  }

  /** The brush for a stroke that starts at a cell: a marble of the same colour is removed. */
  strokeAt(cell: Cell): Color | null {
    return this.position.board[cell.index] === this.brush ? null : this.brush;
  }
}

function firstLayout(mode: Mode): Position {
  const layouts = layoutsFor(mode);
  const layout = layouts.find(({ name }) => name === 'belgian_daisy') ?? layouts[0];
  return layout === undefined ? emptyBoard(mode) : startFrom(mode, layout);
}

function emptyBoard(mode: Mode): Position {
  const captured = Array.from({ length: sidesOf(mode) }, () => 0);
  return { mode, board: CELLS.map(() => null), turn: 'black', captured, quietPlies: 0, ply: 0 };
}
