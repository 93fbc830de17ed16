import { explore } from '$lib/api/explorer';
import type { Explored } from '$lib/protocol/types';
import { follow } from '$lib/rules/follow';
import { layoutAt } from '$lib/rules/layouts';
import { moveText } from '$lib/rules/notation';
import { turnsOf } from '$lib/rules/record';
import type { Position } from '$lib/rules/position';
import { Loadable } from '$lib/ui/loadable.svelte';

/** Answers that are kept: somebody who goes back and forth does not ask again. */
const KEPT = 200;

/** What others played, by the line of moves that leads there. */
export class Explorer {
  readonly #known = new Map<string, Loadable<Explored>>();

  /**
   * What was played after these moves; `null` where the game does not begin from a layout.
   *
   * @param moves from the start on
   */
  of(start: Position, moves: readonly string[]): Loadable<Explored> | null {
    const layout = layoutAt(start);
    if (layout === null) return null;
    const line = turnsOf(start, follow(start, moves)).map((turn) => (turn === null ? '--' : moveText(turn)));
    const key = `${start.mode} ${layout} ${line.join(' ')}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const asked = new Loadable(() => explore(start.mode, layout, line));
    this.#known.set(key, asked);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KEPT && oldest !== undefined) this.#known.delete(oldest);
    return asked;
  }
}
