import type { Hint } from '$lib/game/board/hint';
import type { Puzzle } from '$lib/base/protocol/types';
import { follow } from '$lib/game/rules/follow';
import { isIllegal } from '$lib/game/rules/illegal';
import { colorsOf } from '$lib/game/rules/mode';
import type { Move } from '$lib/game/rules/move';
import { moveText, readMove } from '$lib/game/rules/notation';
import type { Position } from '$lib/game/rules/position';
import { readPosition } from '$lib/game/rules/position-text';
import type { GameModel } from '$lib/game/table/model';
import { ScriptedGame } from '$lib/game/table/scripted-game.svelte';

import { judged, type Task, type Verdict } from './judge';

/** The state of a puzzle on the board. */
export type Stage =
  /** Before the first move. */
  | 'asked'
  /** The last move was right, and the solution continues. */
  | 'right'
  /** The last move was wrong. It is taken back after a pause. */
  | 'wrong'
  | 'solved'
  /** The solution is played. */
  | 'shown';

/** Pauses, in milliseconds. */
export interface Pauses {
  /** Before a reply, so that the solver's own move is shown first. */
  readonly reply: number;
  /** Before a wrong move is taken back; `null`: it stays, and ends the attempt. */
  readonly wrong: number | null;
}

const UNHURRIED: Pauses = { reply: 600, wrong: 900 };

/** A position with a line of moves that solves it. */
export type Solvable = Pick<Puzzle, 'mode' | 'position' | 'solution'>;

/** Judges a move of the solver. `ply` is the number of moves of the solution that lead to the position. */
export type Judge = (task: Task, ply: number, position: Position, move: Move) => Verdict;

export interface SolverOptions {
  /**
   * Called once with the solver's moves: when they solve the puzzle, at the first wrong move, or when the solver asks for a hint or the
   * solution.
   */
  readonly onresult?: (moves: readonly string[]) => void;
  /** Unhurried ones by default. */
  readonly pauses?: Pauses;
  /** By default as the server judges puzzles. */
  readonly judge?: Judge;
}

/** A puzzle, or another position with a solution, as a game: the solver moves, and the others reply as in the solution. */
export class SolverGame extends ScriptedGame implements GameModel {
  readonly near: number;
  readonly controls: readonly number[];
  readonly #task: Task;
  readonly #judge: Judge;
  readonly #pauses: Pauses;
  readonly #onresult: SolverOptions['onresult'];
  /** The plies at which the solver moves. */
  readonly #turns: readonly number[];
  /** The solver's moves so far. */
  #own: readonly string[] = [];
  #reported = false;
  /** Whether a wrong move is on the board. */
  #isWrong = $state(false);
  #hinted = $state(false);
  stage = $state<Stage>('asked');
  /** Whether there was a mistake, or the solver has asked for a hint or the solution. */
  failed = $state(false);

  /** Whether the solver has no more moves to make. */
  readonly over: boolean = $derived.by(() => this.stage === 'solved' || this.stage === 'shown' || (this.#isWrong && this.#pauses.wrong === null));
  readonly playing = $derived(!this.over);
  /** The marbles of the right move, if the solver has asked for them. */
  readonly hint: Hint | null = $derived.by(() => (this.#hinted && this.mayMove ? this.#hint() : null));

  constructor({ mode, position, solution }: Solvable, { onresult, pauses = UNHURRIED, judge = judged }: SolverOptions = {}) {
    super(readPosition(mode, position));
    this.#task = { start: this.start, solution };
    this.#onresult = onresult;
    this.#pauses = pauses;
    this.#judge = judge;
    this.near = colorsOf(mode).indexOf(this.start.turn);
    this.controls = [this.near];
    const { positions } = follow(this.start, solution);
    this.#turns = positions.flatMap(({ turn }, ply) => (turn === this.start.turn && ply < solution.length ? [ply] : []));
  }

  /** Whether the solver may ask for a hint. */
  get mayHint(): boolean {
    return this.mayMove && !this.#hinted;
  }

  play(move: Move): void {
    if (!this.mayMove) return;
    const { solution } = this.#task;
    const ply = this.review.last;
    const verdict = this.#judge(this.#task, ply, this.position, move);
    const text = moveText(move);
    this.#hinted = false;
    this.stage = verdict;
    this.add(text);
    if (verdict === 'wrong') {
      this.#isWrong = true;
      this.failed = true;
      this.#report([...this.#own, text]);
      if (this.#pauses.wrong !== null) this.later(() => this.#takeBack(), this.#pauses.wrong);
      return;
    }
    this.#own = [...this.#own, text];
    if (verdict === 'solved') this.#report(this.#own);
    else this.reply(solution.slice(ply + 1, this.#turns.find((turn) => turn > ply)), this.#pauses.reply);
  }

  /** Marks the marbles of the right move. Before a mistake, that counts as a failed attempt. */
  askHint(): void {
    this.failed = true;
    this.#report(this.#own);
    this.#hinted = true;
  }

  /** Plays the solution from here on. Before a mistake, that counts as a failed attempt. */
  show(): void {
    this.failed = true;
    this.#report(this.#own);
    if (this.#isWrong) this.#takeBack();
    this.review.go(this.review.last);
    this.stage = 'shown';
    this.reply(this.#task.solution.slice(this.review.last), this.#pauses.reply);
  }

  protected override get mayMove(): boolean {
    return this.playing && !this.#isWrong && this.review.live && this.#turns.includes(this.review.last);
  }

  #takeBack(): void {
    this.goBackTo(this.review.last - 1);
    this.#isWrong = false;
  }

  #report(moves: readonly string[]): void {
    if (this.#reported) return;
    this.#reported = true;
    this.#onresult?.(moves);
  }

  #hint(): Hint | null {
    const move = readMove(this.position, this.#task.solution[this.review.last] ?? '');
    return isIllegal(move) ? null : { cells: move.row, direction: null };
  }
}
