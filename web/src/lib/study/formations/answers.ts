import { formations } from '$lib/base/api/api';
import type { Position } from '$lib/game/rules/position';
import { positionText } from '$lib/game/rules/position-text';
import { Loadable } from '$lib/base/ui/loadable.svelte';

import { formationsOf, type Formation } from './formation';

/** The number of cached positions: enough to step back and forth. */
const REMEMBERED = 60;

/** The server's formations of positions. */
export class Answers {
  readonly #known = new Map<string, Loadable<readonly Formation[]>>();

  /** Asks once for each position. Counts of plies do not matter. */
  to(position: Position): Loadable<readonly Formation[]> {
    const text = positionText({ ...position, quietPlies: 0, ply: 0 });
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const asked = new Loadable(async () => formationsOf(await formations(position.mode, text)));
    this.#known.set(text, asked);
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    return asked;
  }
}
