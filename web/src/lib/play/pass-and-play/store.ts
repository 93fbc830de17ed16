import type { Clock, Mode } from '$lib/base/protocol/types';
import { initialMs, perMoveMs } from '$lib/game/clock/presets';
import { layoutOf } from '$lib/game/rules/layouts';
import { colorsOf, MODES } from '$lib/game/rules/mode';
import { LEVELS } from '$lib/play/computer/level';

import { readEvents, type LocalEvent } from './event';
import { tableAfter, type Computers, type Plan } from './table';

const KEY = 'sumito.local';

/** The stored form of a game at one screen, so that a reload continues it. */
export interface StoredGame {
  readonly plan: Plan;
  readonly events: readonly LocalEvent[];
  /** The time of the running turn, in milliseconds. */
  readonly spentMs: number;
}

/** The last stored game; `null` if there is none, or none that this version can read. */
export function storedGame(): StoredGame | null {
  try {
    return read(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return null;
  }
}

/** @param game `null` to delete it */
export function storeGame(game: StoredGame | null): void {
  try {
    if (game === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(game));
  } catch {
    // In a browser without storage the game lasts as long as the page.
  }
}

function read(value: unknown): StoredGame | null {
  const { plan, events, spentMs } = fieldsOf(value);
  const known = readPlan(plan);
  const read = readEvents(events);
  if (known === null || read === null || typeof spentMs !== 'number' || !(spentMs >= 0)) return null;
  return tableAfter(known, read) === null ? null : { plan: known, events: read, spentMs };
}

function readPlan(value: unknown): Plan | null {
  const { mode, layout, clock, computers } = fieldsOf(value);
  const known = MODES.find((each) => each === mode);
  if (known === undefined || typeof layout !== 'string' || layoutOf(known, layout) === null || !isClock(clock)) return null;
  const plan = { mode: known, layout, clock };
  if (computers === undefined) return plan;
  return isComputers(computers, known) ? { ...plan, computers } : null;
}

function isComputers(value: unknown, mode: Mode): value is Computers {
  const { levels, seed } = fieldsOf(value);
  const isLevel = (level: unknown): boolean => level === null || LEVELS.some((each) => Number(each) === level);
  return Array.isArray(levels) && levels.length === colorsOf(mode).length && levels.every(isLevel) && Number.isInteger(seed);
}

/** Whether all numbers are there that a clock of that kind needs. */
function isClock(value: unknown): value is Clock {
  if (typeof fieldsOf(value)['kind'] !== 'string') return false;
  const clock = value as Clock;
  const initial = initialMs(clock);
  return clock.kind === 'none' || (typeof initial === 'number' && initial > 0 && perMoveMs(clock) >= 0);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
