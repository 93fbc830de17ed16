import type { Position } from '$lib/game/rules/position';
import { moveText } from '$lib/game/rules/notation';

import type { LocalGame } from './local-game.svelte';
import type { Machine } from './machine';

/** A hint that a player has asked for. */
interface Asked {
  readonly position: Position;
  /** In Aba-Pro notation; `null` until it is found. */
  readonly move: string | null;
  readonly failed: boolean;
}

/** Hints for the people of a game, each for one turn. */
export class Hints {
  readonly #game: () => LocalGame;
  readonly #advise: Machine['advise'];
  #last = $state.raw<Asked | null>(null);
  #searching: AbortController | null = null;
  /** The hint for the present turn; `null` without one. */
  readonly current: Asked | null = $derived.by(() => {
    const { playing, position } = this.#game();
    return playing && this.#last?.position === position ? this.#last : null;
  });
  /** Whether a player may ask for a hint. */
  readonly may = $derived.by(() => {
    const { turn, paused, controls } = this.#game();
    const isOpen = this.current === null || this.current.failed;
    return isOpen && !paused && turn !== null && controls.includes(turn);
  });

  constructor(game: () => LocalGame, advise: Machine['advise']) {
    this.#game = game;
    this.#advise = advise;
  }

  async ask(): Promise<void> {
    if (!this.may) return;
    const game = this.#game();
    const { position } = game;
    game.review.go(game.review.last);
    this.end();
    const searching = new AbortController();
    this.#searching = searching;
    this.#last = { position, move: null, failed: false };
    try {
      const move = moveText(await this.#advise(game.ahead(), searching.signal));
      if (!searching.signal.aborted) this.#last = { position, move, failed: false };
    } catch {
      if (!searching.signal.aborted) this.#last = { position, move: null, failed: true };
    }
  }

  /** Stops the search for a hint. */
  end(): void {
    this.#searching?.abort();
    this.#searching = null;
  }
}
