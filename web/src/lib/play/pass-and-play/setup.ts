import { UNITS } from '$lib/game/clock/custom';
import type { Clock, Mode } from '$lib/base/protocol/types';
import { layoutOf, layoutsFor } from '$lib/game/rules/layouts';

import type { Plan } from './table';

/** The thinking times of the form. Ten and fifteen minutes are the rulebooks' own. */
export const CLOCKS = {
  none: { kind: 'none' },
  five: { kind: 'fischer', initial_ms: 5 * UNITS.minute, increment_ms: 3 * UNITS.second },
  ten: { kind: 'sudden_death', initial_ms: 10 * UNITS.minute },
  fifteen: { kind: 'sudden_death', initial_ms: 15 * UNITS.minute },
  long: { kind: 'fischer', initial_ms: 15 * UNITS.minute, increment_ms: 10 * UNITS.second },
  move: { kind: 'per_move', move_ms: 30 * UNITS.second },
  game: { kind: 'per_game', limit_ms: 20 * UNITS.minute },
} as const satisfies Readonly<Record<string, Clock>>;

export type ClockName = keyof typeof CLOCKS;
export const CLOCK_NAMES = Object.keys(CLOCKS) as ClockName[];

/** The preselected layout. Two careful players can block the standard layout. */
const FAVOURITE = 'belgian_daisy';

/** The fields of the form. */
export interface Setup {
  mode: Mode;
  layout: string;
  clock: ClockName;
}

export function initialSetup(): Setup {
  return { mode: 'two', layout: FAVOURITE, clock: 'none' };
}

/** The default layout of a mode: the chosen one if it fits. */
export function fittingLayout(mode: Mode, chosen: string): string {
  const usual = layoutOf(mode, chosen) ?? layoutOf(mode, FAVOURITE) ?? layoutsFor(mode)[0];
  return usual?.name ?? FAVOURITE;
}

export function planOf({ mode, layout, clock }: Setup): Plan {
  return { mode, layout: fittingLayout(mode, layout), clock: CLOCKS[clock] };
}
