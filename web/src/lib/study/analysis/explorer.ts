import { explore } from '$lib/base/api/explorer';
import type { ExplorerResult, ExplorerMove, RatingBand } from '$lib/base/protocol/types';
import { follow } from '$lib/game/rules/follow';
import { layoutAt } from '$lib/game/rules/layouts';
import { moveText } from '$lib/game/rules/notation';
import { turnsOf } from '$lib/game/rules/record';
import type { Position } from '$lib/game/rules/position';
import { Loadable } from '$lib/base/ui/loadable.svelte';

/** Number of cached answers: a reader who steps back and forth causes no new requests. */
const KEPT = 200;

/** The bands of ratings, the weakest first. */
const BANDS: readonly RatingBand[] = ['unrated', 'under_1400', 'from_1400', 'from_1600', 'from_1800', 'from_2000'];

/** The bands with at least one game. */
export function bandsOf(moves: readonly ExplorerMove[]): readonly RatingBand[] {
  return BANDS.filter((band) => moves.some((move) => move.band === band));
}

/** The number of times a move was played, and the results. */
export type Tried = Omit<ExplorerMove, 'band'>;

/** The moves played in games of a band, or in `all`, the most frequent first. */
export function triedIn(moves: readonly ExplorerMove[], band: RatingBand | 'all'): readonly Tried[] {
  const sums = new Map<string, Tried>();
  for (const { move, games, won, drawn, lost } of moves.filter((each) => band === 'all' || each.band === band)) {
    const sum = sums.get(move) ?? { move, games: 0, won: 0, drawn: 0, lost: 0 };
    sums.set(move, { move, games: sum.games + games, won: sum.won + won, drawn: sum.drawn + drawn, lost: sum.lost + lost });
  }
  return [...sums.values()].sort((a, b) => b.games - a.games);
}

/** Moves of other games, by the line of moves that leads there. */
export class Explorer {
  readonly #known = new Map<string, Loadable<ExplorerResult>>();

  /**
   * Returns the moves played after these moves; `null` if the game does not start from a layout.
   *
   * @param moves from the start on
   */
  of(start: Position, moves: readonly string[]): Loadable<ExplorerResult> | null {
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
