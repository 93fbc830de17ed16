import type { Clock, Mode, MoveTiming } from '$lib/base/protocol/types';
import { isIllegal } from '$lib/game/rules/illegal';
import { layoutOf, startFrom } from '$lib/game/rules/layouts';
import { colorsOf } from '$lib/game/rules/mode';
import { moveText, readMove } from '$lib/game/rules/notation';

import type { LocalEvent } from './event';
import { afterAgreement, afterLeaving, afterMove, afterTheTime, matchFrom, turnOf, type Match } from './match';
import { afterMoving, afterThinking, fullPots, type Pots } from './pots';

/** The computers of a game. */
export interface Computers {
  /** By seat, 1 to 12; `null` for a person. */
  readonly levels: readonly (number | null)[];
  /** Of their choices, 32 bits, another one for each game. */
  readonly seed: number;
}

/** The settings of a game before its first move. */
export interface Plan {
  readonly mode: Mode;
  /** A layout that fits the mode. */
  readonly layout: string;
  readonly clock: Clock;
  /** Absent if people play all seats. */
  readonly computers?: Computers;
}

/** The current state of a game at one screen. */
export interface LocalTable {
  readonly match: Match;
  readonly moves: readonly string[];
  readonly timings: readonly MoveTiming[];
  /** The times at the start of the running turn. */
  readonly pots: Pots;
}

/** @throws when the layout does not fit the mode */
export function tableOf({ mode, layout, clock }: Plan): LocalTable {
  const known = layoutOf(mode, layout);
  if (known === null) throw new Error(`${layout} is no layout for the mode ${mode}`);
  return { match: matchFrom(startFrom(mode, known)), moves: [], timings: [], pots: fullPots(clock, colorsOf(mode).length) };
}

/** The game after its next event; `null` for an illegal event. */
export function after(clock: Clock, table: LocalTable, event: LocalEvent): LocalTable | null {
  const { match } = table;
  const seat = turnOf(match);
  if (seat === null) return null;
  const thought = { ...table, pots: afterThinking(clock, table.pots, seat, event.ms) };
  switch (event.kind) {
    case 'move': {
      const move = readMove(match.position, event.move);
      if (isIllegal(move)) return null;
      const { pots, timing } = afterMoving(clock, table.pots, seat, event.ms);
      const [moves, timings] = [[...table.moves, moveText(move)], [...table.timings, timing]];
      return { match: afterMove(match, move), moves, timings, pots };
    }
    case 'resigned': {
      if (match.out.includes(event.seat) || event.seat >= colorsOf(match.position.mode).length) return null;
      const left = afterLeaving(match, event.seat, 'resignation');
      // A player who goes out on another player's turn does not end that turn.
      return { ...(turnOf(left) === seat ? table : thought), match: left };
    }
    case 'time':
      return { ...thought, match: clock.kind === 'per_game' ? afterTheTime(match) : afterLeaving(match, seat, 'time') };
    case 'draw':
      return { ...thought, match: afterAgreement(match) };
  }
}

/** The game after all of its events; `null` if one of them is illegal. */
export function tableAfter(plan: Plan, events: readonly LocalEvent[]): LocalTable | null {
  return events.reduce<LocalTable | null>((table, event) => table && after(plan.clock, table, event), tableOf(plan));
}
