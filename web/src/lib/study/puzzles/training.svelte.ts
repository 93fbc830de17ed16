import { nextPuzzle, type PuzzleChoice } from '$lib/base/api/puzzles';
import { failureOf, type Failure } from '$lib/base/protocol/failure';
import type { Puzzle, PuzzleVerdict } from '$lib/base/protocol/types';
import type { Session } from '$lib/base/session/session.svelte';

import { Attempt } from './attempt.svelte';
import { MAX_PUZZLES, storedPuzzles, storePuzzle } from './buffer';
import type { Reported, Reports } from './reports.svelte';

/** One puzzle after the other, of the user's choice. Some are loaded ahead, so that the next is there at once and without a network. */
export class Training {
  readonly #session: Session;
  readonly #reports: Reports;
  readonly #onjudged: (verdict: PuzzleVerdict) => void;
  #choice: PuzzleChoice;
  /** The ids of puzzles that were shown and are attempted. */
  readonly #attempted: string[] = [];
  #loadsAhead = false;
  /** `null` while loading, and after a failure. */
  attempt = $state.raw<Attempt | null>(null);
  failure = $state.raw<Failure | null>(null);

  /** @param onjudged called when the server has judged an attempt */
  constructor(session: Session, reports: Reports, choice: PuzzleChoice, onjudged: (verdict: PuzzleVerdict) => void) {
    this.#session = session;
    this.#reports = reports;
    this.#choice = choice;
    this.#onjudged = onjudged;
  }

  choose(choice: PuzzleChoice): Promise<void> {
    this.#choice = choice;
    return this.show();
  }

  /** Shows the next puzzle of the choice. */
  async show(): Promise<void> {
    const choice = this.#choice;
    this.failure = null;
    try {
      const [stored] = storedPuzzles(choice);
      if (stored === undefined) this.#put(null);
      const puzzle = stored ?? (await this.#load(choice));
      if (choice !== this.#choice) return;
      if (stored === undefined) storePuzzle(choice, puzzle);
      this.#put(puzzle);
      await this.loadAhead();
    } catch (error) {
      if (choice === this.#choice) this.failure = failureOf(error);
    }
  }

  /** Loads puzzles until enough are stored. The server may offer a stored puzzle again. */
  async loadAhead(): Promise<void> {
    if (this.#loadsAhead) return;
    this.#loadsAhead = true;
    try {
      for (let tries = 0; tries < 2 * MAX_PUZZLES; tries += 1) {
        const choice = this.#choice;
        if (storedPuzzles(choice).length >= MAX_PUZZLES) return;
        const puzzle = await this.#load(choice);
        if (!this.#attempted.includes(puzzle.id) && !storePuzzle(choice, puzzle)) return;
      }
    } catch {
      // The next puzzle is loaded when it is shown.
    } finally {
      this.#loadsAhead = false;
    }
  }

  /** Shows the same puzzle from its start. */
  retry(): void {
    this.attempt = this.attempt?.retried() ?? null;
  }

  /** Cancels pending replies. */
  close(): void {
    this.attempt?.game.close();
  }

  #put(puzzle: Puzzle | null): void {
    if (puzzle !== null && puzzle.id === this.attempt?.puzzle.id) return;
    this.close();
    this.attempt = puzzle === null ? null : new Attempt(puzzle, this.#reports, (reported) => void this.#attemptedNow(puzzle.id, reported));
  }

  async #attemptedNow(id: string, reported: Promise<Reported>): Promise<void> {
    this.#attempted.push(id);
    const judged = await reported;
    if (judged.kind === 'judged') this.#onjudged(judged.verdict);
  }

  /** The server leaves out attempted puzzles that were reported. */
  async #load(choice: PuzzleChoice): Promise<Puzzle> {
    await this.#reports.sendKept();
    return this.#session.look((token) => nextPuzzle(choice, token));
  }
}
