import { untrack } from 'svelte';

import { attemptPuzzle, voteOnPuzzle } from '$lib/base/api/puzzles';
import { failureOf, NetworkFailure, type Failure } from '$lib/base/protocol/failure';
import { Refusal } from '$lib/base/protocol/refusal';
import type { PuzzleVerdict, PuzzleVote } from '$lib/base/protocol/types';
import type { Session } from '$lib/base/session/session.svelte';

import { dropReport, keepReport, keptReports, type Report } from './kept-reports';

/** The effect of a report. */
export type Reported =
  | { readonly kind: 'judged'; readonly verdict: PuzzleVerdict }
  /** The server was not reached: it is sent later. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Reports first attempts to the server. Those that do not reach it are stored, and sent later. */
export class Reports {
  readonly #session: Session;
  readonly #onsent: () => void;
  #sending: Promise<void> | null = null;

  /** @param onsent called when stored attempts were sent */
  constructor(session: Session, onsent: () => void = () => undefined) {
    this.#session = session;
    this.#onsent = onsent;
  }

  /** Reports an attempt. An anonymous visitor becomes a guest. */
  async report(puzzle: string, moves: readonly string[]): Promise<Reported> {
    const report = { puzzle, moves, user: this.#session.user?.id ?? null };
    try {
      return { kind: 'judged', verdict: await this.#send(report) };
    } catch (error) {
      const failure = failureOf(error);
      return mayPass(failure) && keepReport(report) ? { kind: 'kept' } : { kind: 'failed', failure };
    }
  }

  /** Sends stored reports whenever the connection opens. Call it while a component is created. */
  start(): void {
    $effect(() => {
      if (this.#session.state === 'open') untrack(() => void this.sendKept());
    });
  }

  vote(puzzle: string, vote: PuzzleVote): Promise<void> {
    return this.#session.ask((token) => voteOnPuzzle(puzzle, vote, token));
  }

  /** Sends the stored attempts of the user, the oldest first, as far as the server answers. */
  sendKept(): Promise<void> {
    this.#sending ??= this.#sendKept().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #sendKept(): Promise<void> {
    const user = this.#session.user?.id ?? null;
    const own = keptReports().filter((report) => report.user === null || report.user === user);
    for (const report of own) {
      try {
        await this.#send(report);
      } catch (error) {
        if (mayPass(failureOf(error))) return;
        // A puzzle that is gone, for example: no later attempt can succeed.
      }
      dropReport(report);
    }
    if (own.length > 0) this.#onsent();
  }

  #send({ puzzle, moves }: Report): Promise<PuzzleVerdict> {
    return this.#session.askAsUser((token) => attemptPuzzle(puzzle, moves, token));
  }
}

function mayPass(failure: Failure): boolean {
  return failure instanceof NetworkFailure || (failure instanceof Refusal && failure.isPassing);
}
