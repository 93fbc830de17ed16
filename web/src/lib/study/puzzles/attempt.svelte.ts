import type { Puzzle, PuzzleVote } from '$lib/base/protocol/types';

import { removePuzzle } from './buffer';
import type { Reported, Reports } from './reports.svelte';
import { SolverGame } from './solver-game.svelte';

/** A puzzle that the user tries, and the server's answers about it. */
export class Attempt {
  readonly puzzle: Puzzle;
  readonly game: SolverGame;
  /** Whether the user has tried it on this page before: only the first try counts. */
  readonly again: boolean;
  readonly #reports: Reports | null;
  /** The effect of the report; `null` before the server has answered. */
  reported = $state.raw<Reported | null>(null);
  #vote = $state<PuzzleVote>('none');

  /**
   * @param reports `null`: the attempt is not reported
   * @param onresult called once the attempt has succeeded or failed, with the effect of the report
   * @param again whether the user has tried it on this page before
   */
  constructor(puzzle: Puzzle, reports: Reports | null, onresult?: (reported: Promise<Reported>) => void, again = false) {
    this.puzzle = puzzle;
    this.again = again;
    this.#reports = reports;
    const judged = (moves: readonly string[]): void => {
      if (reports === null) return;
      removePuzzle(puzzle.id);
      const reported = this.#report(reports, moves);
      onresult?.(reported);
    };
    this.game = new SolverGame(puzzle, { onresult: judged });
  }

  get vote(): PuzzleVote {
    return this.#vote;
  }

  /** Whether the attempt counts, so that it is reported. */
  get counts(): boolean {
    return this.#reports !== null;
  }

  /** The same puzzle from its start. */
  retried(): Attempt {
    this.game.close();
    return new Attempt(this.puzzle, this.#reports, undefined, true);
  }

  /** Only users who have attempted a puzzle vote on it. */
  get mayVote(): boolean {
    return this.reported?.kind === 'judged';
  }

  /**
   * Presses a button of the vote; a second press takes the vote back.
   *
   * @throws {Failure} (as a rejection) when the vote does not count
   */
  async press(button: 'up' | 'down'): Promise<void> {
    const before = this.#vote;
    this.#vote = before === button ? 'none' : button;
    try {
      await this.#reports?.vote(this.puzzle.id, this.#vote);
    } catch (error) {
      this.#vote = before;
      throw error;
    }
  }

  async #report(reports: Reports, moves: readonly string[]): Promise<Reported> {
    const reported = await reports.report(this.puzzle.id, moves);
    if (reported.kind === 'judged') this.#vote = reported.verdict.first.vote;
    this.reported = reported;
    return reported;
  }
}
