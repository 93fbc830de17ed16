import type { Cell } from '$lib/game/rules/cell';
import type { Illegal } from '$lib/game/rules/illegal';
import type { Move } from '$lib/game/rules/move';

import { dragged, grab, isDrag, PLAY_FROM, pull, type Drag } from './drag';
import { centre, dot, minus, unit, type Point } from './geometry';
import { drawnTo, pointedAt, tooLong, type Intent } from './intent';
import { clicked, targets, type Selection } from './selection';

/** The queries of the input to its owner. */
export interface BoardRules {
  /** The moves that may be entered now; empty when none may. */
  moves(): readonly Move[];
  /** Returns whether a marble of the player's lies there. */
  own(cell: Cell): boolean;
  /** Returns whether any marble lies there. */
  taken(cell: Cell): boolean;
  play(move: Move): void;
  /** Called for a try that no legal move matches: all moves that it can mean, and the cell under the pointer. */
  refuse(intents: readonly Intent[], pointed: Cell | null): void;
  /** Called for an impossible selection. */
  explain(why: Illegal): void;
}

/** Two moves lead to a cell, and the player is asked which. */
export interface Question {
  readonly cell: Cell;
  readonly ways: readonly Move[];
  /** The move that a key would play now; `null` if a finger has to choose. */
  readonly shown: number | null;
}

/** Another click on the same cell within this time is the second half of a double click. */
const DOUBLE_MS = 400;

/** The input that chose a cell: a mouse points at one half of a cell, a finger or a key does not. */
export type Means = 'mouse' | 'touch' | 'key';

/** The state of entering a move: by clicks, by dragging, or by keys that act as clicks. */
export class BoardInput {
  selection = $state.raw<Selection>([]);
  question = $state.raw<Question | null>(null);
  /** The cell under a hovering pointer or the keyboard's focus. */
  pointed = $state.raw<Cell | null>(null);
  /** The position of the pointer; `null` for the keyboard's focus. */
  #at = $state.raw<Point | null>(null);
  #drag = $state.raw<Drag | null>(null);
  #pressed: Cell | null = null;
  /** The last click by a pointer, and when it was. */
  #clicked: { readonly cell: Cell; readonly at: number } | null = null;
  readonly #rules: BoardRules;

  /** Whether a marble is held, dragged or not yet. */
  readonly holding = $derived(this.#drag !== null);
  readonly dragging = $derived(this.#drag !== null && isDrag(this.#drag));
  /** The marbles to mark as picked up. */
  readonly picked = $derived(this.#picked());
  /** The cells whose click, or release of a drag, plays moves, and these moves. */
  readonly targets = $derived(targets(this.#grip(), this.#moves()));
  /** The move that the drag points at. */
  readonly pull = $derived(this.#drag === null ? null : pull(this.#drag, this.#moves()));
  /** The previewed move: a release or a click would play it, or a drag points at it. */
  readonly preview = $derived(this.#preview());
  /** Whether a drag has gone far enough for a release to play the preview. */
  readonly ready = $derived(!this.dragging || (this.pull !== null && this.pull.progress >= PLAY_FROM));

  constructor(rules: BoardRules) {
    this.#rules = rules;
  }

  press(cell: Cell | null, at: Point): void {
    this.#pressed = cell;
    this.#at = at;
    if (cell !== null && this.#rules.own(cell) && this.#moves().length > 0) {
      this.#drag = grab(cell, at, this.selection);
    }
  }

  /** The pointer has moved, pressed or not. */
  move(cell: Cell | null, at: Point): void {
    this.pointed = cell;
    this.#at = at;
    if (this.#drag !== null) this.#drag = dragged(this.#drag, at, (cell) => this.#rules.own(cell));
  }

  /**
   * Returns whether a click there and then is the second half of a double click.
   *
   * @param at the moment, in milliseconds
   */
  isSecond(cell: Cell | null, at: number): boolean {
    return this.#clicked !== null && this.#clicked.cell === cell && at - this.#clicked.at < DOUBLE_MS;
  }

  /** @param at the moment, in milliseconds */
  release(cell: Cell | null, means: Means = 'mouse', at = Number.NaN): void {
    const { dragging, pull } = this;
    const drag = this.#drag;
    const pressed = this.#pressed;
    this.#letGo();
    if (drag === null || !dragging) {
      if (pressed !== null && pressed === cell) this.#tap(cell, means, at);
      else if (pressed === null) this.cancel();
      return;
    }
    this.question = null;
    if (pull !== null && pull.progress >= PLAY_FROM) {
      this.#play(pull.move);
      return;
    }
    if (drag.held === null && drag.row.length > 1) this.selection = drag.row;
    const wanted = pull === null ? drawnTo(drag) : null;
    if (wanted !== null) this.#rules.refuse([wanted], cell);
  }

  click(cell: Cell, means: Means = 'mouse'): void {
    const ways = this.targets.get(cell) ?? [];
    const [only] = ways;
    if (only !== undefined && ways.length === 1) this.#play(only);
    else if (only !== undefined) this.#choose(cell, ways, means);
    else if (this.#rules.own(cell)) this.#select(cell);
    else this.#try(cell);
  }

  /** Shows the other of two moves that a key would play. */
  another(): void {
    const { question } = this;
    if (question === null || question.shown === null) return;
    this.question = { ...question, shown: (question.shown + 1) % question.ways.length };
  }

  /** Clears the keyboard's focus or the pointer. */
  leave(): void {
    this.pointed = null;
    this.#at = null;
  }

  /** The keyboard's focus is there. */
  focus(cell: Cell): void {
    this.pointed = cell;
    this.#at = null;
    if (this.question !== null && this.question.cell !== cell) this.question = null;
  }

  /** Clears the selection and the drag. */
  cancel(): void {
    this.#letGo();
    this.question = null;
    this.selection = [];
  }

  /** Takes one step back: first from a question, then from the selection. */
  back(): void {
    if (this.question === null) this.cancel();
    else this.question = null;
  }

  /** Replaces the moves that may be entered: the selection stays as far as its marbles can still move. */
  refresh(): void {
    this.question = null;
    const held = this.#drag === null ? this.selection : [...this.selection, ...this.#drag.row];
    if (this.#moves().length === 0 || !held.every((cell) => this.#rules.own(cell))) this.cancel();
  }

  /** Distance by which the marble of a cell has been drawn out of its place. */
  offset(cell: Cell): Point | null {
    const { pull } = this;
    if (pull === null || !pull.move.cells.includes(cell)) return null;
    const { x, y } = unit(pull.move.direction);
    return { x: x * pull.progress, y: y * pull.progress };
  }

  #select(cell: Cell): void {
    this.question = null;
    if (this.#moves().length === 0) {
      this.selection = [];
      this.#rules.refuse([], cell);
      return;
    }
    const own = (each: Cell): boolean => this.#rules.own(each);
    const tooMany = tooLong(this.selection, cell, own);
    if (tooMany !== null) this.#rules.explain(tooMany);
    this.selection = clicked(this.selection, cell, own);
  }

  /** Reports an illegal try, if it was a try at all: then the marbles stay selected. */
  #try(cell: Cell): void {
    this.question = null;
    const intents = pointedAt(this.selection, cell, (each) => this.#rules.own(each));
    if (intents.length === 0) this.selection = [];
    if (intents.length > 0 || this.#rules.taken(cell)) this.#rules.refuse(intents, cell);
  }

  /** Plays the previewed move for a mouse; other inputs are asked first, and the same key then plays the preview. */
  #choose(cell: Cell, ways: readonly Move[], means: Means): void {
    const nearer = means === 'mouse' && this.#at !== null ? this.#nearer(cell, ways, this.#at) : null;
    const shown = this.question?.cell === cell ? this.question.shown : null;
    const answer = shown === null ? undefined : ways[shown];
    if (nearer !== null) this.#play(nearer);
    else if (answer !== undefined && means === 'key') this.#play(answer);
    else this.question = { cell, ways, shown: means === 'key' ? 0 : null };
  }

  /** Of two moves to a cell, the one that leads to the half of it where the pointer is. */
  #nearer(cell: Cell, ways: readonly Move[], at: Point): Move | null {
    const off = minus(at, centre(cell));
    const agree = ({ direction }: Move): number => dot(unit(direction), off);
    return ways.reduce<Move | null>((best, move) => (best === null || agree(move) > agree(best) ? move : best), null);
  }

  #play(move: Move): void {
    this.question = null;
    this.selection = [];
    this.#rules.play(move);
  }

  /** Handles a click by a pointer. The second half of a double click does not clear the selection that the first half has made. */
  #tap(cell: Cell, means: Means, at: number): void {
    const second = this.isSecond(cell, at);
    this.#clicked = second ? null : { cell, at };
    if (!second || !this.selection.includes(cell)) this.click(cell, means);
  }

  #letGo(): void {
    this.#drag = null;
    this.#pressed = null;
  }

  #moves(): readonly Move[] {
    return this.#rules.moves();
  }

  /** The marbles that are dragged, or those that are selected. */
  #grip(): Selection {
    if (this.#drag === null || !this.dragging) return this.selection;
    return this.#drag.held ?? this.#drag.row;
  }

  #picked(): Selection {
    const grip = this.#grip();
    return this.dragging ? (this.pull?.move.row ?? grip) : grip;
  }

  #preview(): Move | null {
    if (this.dragging) return this.pull?.move ?? null;
    const { question } = this;
    if (question !== null && question.shown !== null) return question.ways[question.shown] ?? null;
    if (this.pointed === null) return null;
    const ways = this.targets.get(this.pointed) ?? [];
    if (ways.length <= 1) return ways[0] ?? null;
    return this.#at === null || question !== null ? null : this.#nearer(this.pointed, ways, this.#at);
  }
}
