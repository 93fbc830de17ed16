import type { CustomClock } from '$lib/clock/custom';
import { customClock } from '$lib/clock/custom';
import { DEFAULT_PRESET, PRESETS } from '$lib/clock/presets';
import { secondsOf } from '$lib/computer/bot';
import { FIRST_LEVEL, type Level } from '$lib/computer/level';
import type { Clock, Color, CreateRoom, Mode, User, Visibility } from '$lib/protocol/types';
import { colorsOf } from '$lib/rules/mode';

/** The modes that one can choose. */
export const MODES: readonly Mode[] = ['two', 'three', 'four', 'four-consecutive'];

/** The layout that is chosen at first: the standard one can be blocked by two careful players. */
const FAVOURITE_LAYOUT = 'belgian_daisy';

/** How many layouts are offered without being asked for all. */
export const FEW_LAYOUTS = 3;

/** The names to offer: all, or the first few and the one that is chosen. */
export function offered(layouts: readonly string[], chosen: string, all: boolean): readonly string[] {
  if (all) return layouts;
  const few = layouts.slice(0, FEW_LAYOUTS);
  return few.includes(chosen) || !layouts.includes(chosen) ? few : [...few.slice(0, -1), chosen];
}

/** The layout that is chosen before one chooses. */
export function favourite(layouts: readonly string[]): string | undefined {
  return layouts.includes(FAVOURITE_LAYOUT) ? FAVOURITE_LAYOUT : layouts[0];
}

export const ANY_COLOR = 'random';
export const CUSTOM_CLOCK = 'custom';

/** By how many seconds those who watch can see the game late. */
export const SPECTATOR_DELAYS = ['0', '30', '60', '180', '600'] as const;
export type SpectatorDelay = (typeof SPECTATOR_DELAYS)[number];

/** How many of the others can be computers; with two seats, one. */
export const COMPUTERS = ['0', '1', '2', '3'] as const;
export type Computers = (typeof COMPUTERS)[number];

/** What stands in the form for a new game. */
export interface Wish {
  mode: Mode;
  layout: string;
  /** The index of a preset as text, or `custom`. */
  preset: string;
  custom: CustomClock;
  color: Color | typeof ANY_COLOR;
  visibility: Visibility;
  /** Whether the result shall count for ratings, where it can. */
  rated: boolean;
  /** Whether everybody says that they are ready before the game begins. */
  ready: boolean;
  /** By how many seconds those who watch see the game late, as text. */
  spectatorDelay: SpectatorDelay;
  /** How many of the others are computers, as text. */
  computers: Computers;
  /** How strong they play. */
  level: Level;
}

export function firstWish(): Wish {
  return {
    mode: 'two',
    layout: FAVOURITE_LAYOUT,
    preset: String(DEFAULT_PRESET),
    custom: { kind: 'fischer', minutes: 20, seconds: 10, count: 2, unit: 'day' },
    color: ANY_COLOR,
    visibility: 'public',
    rated: false,
    ready: false,
    spectatorDelay: '0',
    computers: '0',
    level: FIRST_LEVEL,
  };
}

/** A rated game gives each player at least so long, unless the operator has changed that: the server says so then. */
const RATED_LEAST_S = 60;

/** The clock that the form says. */
export function clockOf({ preset, custom }: Wish): Clock {
  return PRESETS[Number(preset)]?.clock ?? customClock(custom);
}

/** Why the result of such a game cannot count for ratings; `null` where it can. @param bot whose program plays, too; empty for none */
export function whyNotRated(wish: Wish, bot: string, user: User | null): 'account' | 'clock' | 'fast' | 'program' | null {
  if (user === null || user.guest) return 'account';
  if (wish.computers !== '0' || bot !== '') return 'program';
  const seconds = secondsOf(clockOf(wish));
  if (seconds === null) return 'clock';
  return seconds < RATED_LEAST_S ? 'fast' : null;
}

/** @param random from 0 to 1, for a seat by lot; @param rated whether the result counts for ratings */
export function roomOf(wish: Wish, random: number, rated = false): CreateRoom {
  const { mode, layout, visibility, color, ready, level } = wish;
  const clock = clockOf(wish);
  const colors = colorsOf(mode);
  const seat = color === ANY_COLOR ? Math.floor(random * colors.length) : colors.indexOf(color);
  const computers = Array.from({ length: Number(wish.computers) }, () => ({ level: Number(level) }));
  return { mode, layout, clock, rated, visibility, seat, ready, spectator_delay_s: Number(wish.spectatorDelay), computers };
}
