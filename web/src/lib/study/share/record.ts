import type { GameModel } from '$lib/game/table/model';
import type { Clock, GameResult } from '$lib/base/protocol/types';
import { initialMs, perMoveMs } from '$lib/game/clock/presets';
import { follow } from '$lib/game/rules/follow';
import { layoutAt } from '$lib/game/rules/layouts';
import { colorsOf } from '$lib/game/rules/mode';
import { turnsOf } from '$lib/game/rules/record';
import { recordText } from '$lib/game/rules/record-text';

const TAGS = { black: 'Black', white: 'White', red: 'Red', yellow: 'Yellow' } as const;

/** Data of a game besides its moves. */
export interface About {
  readonly result?: GameResult | null;
  /** The id under which the server has it. */
  readonly id?: string;
  /** When it ended, in microseconds since the Unix epoch. */
  readonly finishedAt?: number;
}

/** The whole game as text; `null` where its start is not known, so that its moves mean nothing. */
export function gameText(game: GameModel, { result = null, finishedAt }: About = {}): string | null {
  const { line, mode, clock, seats } = game;
  const start = line.position(0);
  const played = follow(start, line.moves);
  if (played.moves.length !== line.moves.length) return null;
  const tags = new Map<string, string>();
  if (finishedAt !== undefined) tags.set('Date', new Date(finishedAt / 1000).toISOString().slice(0, 10));
  for (const { color, player, name } of seats) if (player !== null) tags.set(TAGS[color], name);
  if (clock.kind !== 'none') tags.set('Clock', clockTag(clock));
  if (result !== null) {
    const winners = result.winners.map((seat) => colorsOf(mode)[seat]);
    tags.set('Result', winners.length === 0 ? 'draw' : winners.join(' '));
    tags.set('Termination', result.reason);
  }
  return recordText({ tags, layout: layoutAt(start), start, turns: turnsOf(start, played) });
}

/** `fischer 300+3`: the kind, its time in seconds, and the time that a move adds, gets back or has free. */
function clockTag(clock: Clock): string {
  const [time, more] = [(initialMs(clock) ?? 0) / 1000, perMoveMs(clock) / 1000];
  return more === 0 ? `${clock.kind} ${time}` : `${clock.kind} ${time}+${more}`;
}
