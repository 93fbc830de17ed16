import { UNITS } from '$lib/game/clock/custom';
import type { Clock, Mode } from '$lib/base/protocol/types';
import { layoutOf, layoutsFor } from '$lib/game/rules/layouts';
import { colorsOf } from '$lib/game/rules/mode';
import { LEVELS, type Level } from '$lib/play/computer/level';

import type { Computers, Plan } from './table';

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

/** A person, or the level of a computer. */
export type SeatChoice = 'person' | Level;
export const SEAT_CHOICES: readonly SeatChoice[] = ['person', ...LEVELS];

/** The fields of the form. */
export interface Setup {
  mode: Mode;
  /** By seat; modes with fewer players use the first ones. */
  seats: SeatChoice[];
  layout: string;
  clock: ClockName;
}

export function initialSetup(): Setup {
  return { mode: 'two', seats: ['person', 'person', 'person', 'person'], layout: FAVOURITE, clock: 'none' };
}

/** The default layout of a mode: the chosen one if it fits. */
export function fittingLayout(mode: Mode, chosen: string): string {
  const usual = layoutOf(mode, chosen) ?? layoutOf(mode, FAVOURITE) ?? layoutsFor(mode)[0];
  return usual?.name ?? FAVOURITE;
}

export function planOf({ mode, seats, layout, clock }: Setup): Plan {
  const levels = colorsOf(mode).map((_, seat) => levelOf(seats[seat]));
  const plan = { mode, layout: fittingLayout(mode, layout), clock: CLOCKS[clock] };
  return levels.every((level) => level === null) ? plan : { ...plan, computers: { levels, seed: newSeed() } };
}

/** The plan of another game with the same settings, in which computers make other choices. */
export function anotherOf(plan: Plan): Plan {
  return plan.computers === undefined ? plan : { ...plan, computers: { ...plan.computers, seed: newSeed() } };
}

function levelOf(choice: SeatChoice = 'person'): Computers['levels'][number] {
  return choice === 'person' ? null : Number(choice);
}

function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 32);
}
