import type { Cell } from '$lib/rules/cell';
import type { Move } from '$lib/rules/move';
import { dragged, grab, isDrag, PLAY_FROM, pull, type Drag } from './drag';
import { unit, type Point } from './geometry';
import { clicked, targets, type Selection } from './selection';

/** What the board asks of those who own it. */
export interface BoardRules {
  /** The moves that may be played now; empty when it is not one's turn. */
  options(): readonly Move[];
  /** Whether a marble of one's own lies there. */
  own(cell: Cell): boolean;
  play(move: Move): void;
}

/** How a move is entered: by clicks, by dragging, or by keys that act as clicks. */
export class BoardInput {
  selection = $state.raw<Selection>([]);
  /** The cell under a hovering pointer or the keyboard's focus. */
  pointed = $state.raw<Cell | null>(null);
  #drag = $state.raw<Drag | null>(null);
  #pressed: Cell | null = null;
  readonly #rules: BoardRules;

  /** Whether a marble is held, dragged or not yet. */
  readonly holding = $derived(this.#drag !== null);
  readonly dragging = $derived(this.#drag !== null && isDrag(this.#drag));
  /** The marbles to mark as picked up. */
  readonly picked = $derived(this.#picked());
  /** Where a click plays a move. */
  readonly targets = $derived(targets(this.selection, this.#options()));
  /** The move that the drag points at. */
  readonly pull = $derived(this.#drag === null ? null : pull(this.#drag, this.#options()));
  /** The move that would be played now by letting go or by a click. */
  readonly preview = $derived(this.#preview());

  constructor(rules: BoardRules) {
    this.#rules = rules;
  }

  press(cell: Cell | null, at: Point): void {
    this.#pressed = cell;
    if (cell !== null && this.#rules.own(cell) && this.#options().length > 0) {
      this.#drag = grab(cell, at, this.selection);
    }
  }

  /** The pointer has moved, pressed or not. */
  move(cell: Cell | null, at: Point): void {
    this.pointed = cell;
    if (this.#drag !== null) this.#drag = dragged(this.#drag, at, (cell) => this.#rules.own(cell));
  }

  release(cell: Cell | null): void {
    const { dragging, pull } = this;
    const row = this.#drag?.row ?? [];
    const held = this.#drag?.held ?? null;
    const pressed = this.#pressed;
    this.#letGo();
    if (!dragging) {
      if (pressed !== null && pressed === cell) this.click(cell);
      else if (pressed === null) this.selection = [];
      return;
    }
    if (pull !== null && pull.progress >= PLAY_FROM) this.#play(pull.option);
    else if (held === null && row.length > 1) this.selection = row;
  }

  click(cell: Cell): void {
    const option = this.targets.get(cell);
    if (option !== undefined) this.#play(option);
    else if (this.#options().length > 0 && this.#rules.own(cell)) {
      this.selection = clicked(this.selection, cell, (cell) => this.#rules.own(cell));
    } else this.selection = [];
  }

  /** Puts everything down. */
  cancel(): void {
    this.#letGo();
    this.selection = [];
  }

  /** How far the marble of a cell has been drawn out of its place. */
  offset(cell: Cell): Point | null {
    const { pull } = this;
    if (pull === null || !pull.option.cells.includes(cell)) return null;
    const { x, y } = unit(pull.option.direction);
    return { x: x * pull.progress, y: y * pull.progress };
  }

  #play(option: Move): void {
    this.selection = [];
    this.#rules.play(option);
  }

  #letGo(): void {
    this.#drag = null;
    this.#pressed = null;
  }

  #options(): readonly Move[] {
    return this.#rules.options();
  }

  #picked(): Selection {
    if (this.#drag === null || !this.dragging) return this.selection;
    return this.pull?.option.row ?? this.#drag.held ?? this.#drag.row;
  }

  #preview(): Move | null {
    if (this.dragging) return this.pull !== null && this.pull.progress >= PLAY_FROM ? this.pull.option : null;
    return this.pointed === null ? null : (this.targets.get(this.pointed) ?? null);
  }
}
