import { attemptInRun, puzzleRun, startRun } from '$lib/base/api/puzzles';
import type { ClockReading } from '$lib/base/protocol/clock-reading';
import { failureOf, type Failure } from '$lib/base/protocol/failure';
import { Refusal } from '$lib/base/protocol/refusal';
import type { Puzzle, PuzzleRun, RunKind } from '$lib/base/protocol/types';
import type { Session } from '$lib/base/session/session.svelte';
import { PAGE_TIME, pageReading } from '$lib/game/clock/page-time';
import { remaining } from '$lib/game/clock/remaining';

import { SolverGame, type Pauses } from './solver-game.svelte';

/** The cost of a mistake in a storm. */
export const PENALTY_MS = 10_000;

const HURRIED: Pauses = { reply: 350, wrong: null };

/** How long the last move of a puzzle stays on the board at least, so that the solver can read it: right, or wrong. */
const SEEN_MS = { solved: 400, wrong: 700 } as const;

/** The solver's moves for the puzzle of a run. */
interface Answer {
  readonly puzzle: string;
  readonly moves: readonly string[];
}

/** A puzzle that was solved or missed. */
export interface Mark {
  readonly id: string;
  readonly solved: boolean;
}

/** One puzzle after the other, for a score. The page judges a move at once; the server's answer brings the next puzzle, and counts. */
export class Run {
  readonly kind: RunKind;
  readonly #session: Session;
  #id = '';
  /** The answer that the server has not confirmed. */
  #answer: Answer | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  stage = $state<'before' | 'running' | 'over'>('before');
  /** Whether a request for the start is pending. */
  starting = $state(false);
  game = $state.raw<SolverGame | null>(null);
  score = $state(0);
  mistakes = $state(0);
  /** Whether the score counts for the leaderboards. */
  counts = $state(true);
  /** The time left of a storm. */
  clock = $state.raw<ClockReading | null>(null);
  /** The puzzles of the run so far. */
  marks = $state.raw<readonly Mark[]>([]);
  /** The reason why the run cannot continue now. */
  failure = $state.raw<Failure | null>(null);

  constructor(kind: RunKind, session: Session) {
    this.kind = kind;
    this.#session = session;
  }

  /** Starts a run. An anonymous visitor becomes a guest. */
  async start(): Promise<void> {
    if (this.starting) return;
    this.starting = true;
    this.failure = null;
    try {
      const state = await this.#session.askAsUser((token) => startRun(this.kind, token));
      if (this.#closed) return;
      this.#id = state.id;
      this.#answer = null;
      this.marks = [];
      this.#follow(state);
    } catch (error) {
      this.failure = failureOf(error);
    } finally {
      this.starting = false;
    }
  }

  /** Asks again after a failure in a run. */
  retry(): Promise<void> {
    return this.#answer === null ? this.#look() : this.#send(this.#answer);
  }

  /** The user ends the run before its end. The server has counted each solved puzzle already. */
  stop(): void {
    this.failure = null;
    this.#end();
  }

  /** The user leaves the page. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.game?.close();
  }

  #follow({ score, mistakes, left_ms, counts, puzzle }: PuzzleRun): void {
    this.score = score;
    this.counts = counts;
    this.mistakes = mistakes;
    if (puzzle === null) {
      this.#end();
    } else {
      this.#countDown(left_ms);
      this.stage = 'running';
      this.game = new SolverGame(puzzle, { onresult: (moves) => void this.#judged(puzzle, moves), pauses: HURRIED });
    }
  }

  /** The puzzle is solved, or a move was wrong: shows that at once. */
  async #judged({ id }: Puzzle, moves: readonly string[]): Promise<void> {
    const solved = this.game?.stage === 'solved';
    this.marks = [...this.marks, { id, solved }];
    if (solved) {
      this.score += 1;
    } else {
      this.mistakes += 1;
      this.#penalize();
    }
    await this.#send({ puzzle: id, moves }, SEEN_MS[solved ? 'solved' : 'wrong']);
  }

  /** @param seenMs the least time after which the answer is shown */
  async #send(answer: Answer, seenMs = 0): Promise<void> {
    this.#answer = answer;
    this.failure = null;
    const { puzzle, moves } = answer;
    const seen = new Promise((resolve) => setTimeout(resolve, seenMs));
    try {
      const state = await this.#confirmed(() => this.#session.ask((token) => attemptInRun(this.#id, { puzzle, moves: [...moves] }, token)));
      await seen;
      if (this.#closed || this.#answer !== answer) return;
      this.#answer = null;
      this.#follow(state);
    } catch (error) {
      if (this.#answer === answer) this.#fail(error);
    }
  }

  /** An answer that the server has received already, though its own answer was lost, is not sent again. */
  async #confirmed(send: () => Promise<PuzzleRun>): Promise<PuzzleRun> {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'outdated') throw error;
      return this.#session.ask((token) => puzzleRun(this.#id, token));
    }
  }

  /** The time is over by the clock of the page: the server decides. */
  async #look(): Promise<void> {
    this.failure = null;
    try {
      const state = await this.#session.ask((token) => puzzleRun(this.#id, token));
      if (this.#closed || this.#answer !== null || this.stage !== 'running') return;
      if (state.puzzle === null) this.#follow(state);
      else this.#countDown(state.left_ms);
    } catch (error) {
      if (this.stage === 'running') this.#fail(error);
    }
  }

  /** A final refusal ends the run: the user has started another run elsewhere, for example. */
  #fail(error: unknown): void {
    this.failure = failureOf(error);
    if (this.failure instanceof Refusal && !this.failure.isPassing) this.#end();
  }

  #end(): void {
    this.#answer = null;
    this.game?.close();
    clearTimeout(this.#timer);
    this.stage = 'over';
  }

  /** @param leftMs `null`: there is no limit */
  #countDown(leftMs: number | null): void {
    clearTimeout(this.#timer);
    this.clock = leftMs === null ? null : pageReading([leftMs], 0);
    if (leftMs === null) return;
    this.#timer = setTimeout(() => {
      if (this.#answer === null) void this.#look();
    }, leftMs);
  }

  #penalize(): void {
    if (this.clock === null) return;
    const left = remaining(this.clock, 0, PAGE_TIME.now()) ?? 0;
    this.#countDown(Math.max(0, left - PENALTY_MS));
  }
}
