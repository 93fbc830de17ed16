import type { CustomClock } from '$lib/game/clock/custom';
import { customClock } from '$lib/game/clock/custom';
import { allowsVacations, DEFAULT_PRESET, PRESETS } from '$lib/game/clock/presets';
import { secondsOf } from '$lib/play/computer/bot';
import { FIRST_LEVEL, LADDER, type Level } from '$lib/play/computer/level';
import type { Clock, Color, CreateRoom, Mode, User, Visibility } from '$lib/base/protocol/types';
import { colorsOf } from '$lib/game/rules/mode';

import { ANY_COLOR } from './usual';

/** The modes of the form. */
export const MODES: readonly Mode[] = ['two', 'three', 'four', 'four-consecutive'];

/** The preselected layout. Two careful players can block the standard layout. */
const FAVOURITE_LAYOUT = 'belgian_daisy';

/** The number of layouts offered before the full list. */
export const FEW_LAYOUTS = 3;

/** The names to offer: all, or the first few and the chosen one. */
export function offered(layouts: readonly string[], chosen: string, all: boolean): readonly string[] {
  if (all) return layouts;
  const few = layouts.slice(0, FEW_LAYOUTS);
  return few.includes(chosen) || !layouts.includes(chosen) ? few : [...few.slice(0, -1), chosen];
}

/** The default layout. */
export function favourite(layouts: readonly string[]): string | undefined {
  return layouts.includes(FAVOURITE_LAYOUT) ? FAVOURITE_LAYOUT : layouts[0];
}

export const CUSTOM_CLOCK = 'custom';

/** The spectators' delays, in seconds. */
export const SPECTATOR_DELAYS = ['0', '30', '60', '180', '600'] as const;
export type SpectatorDelay = (typeof SPECTATOR_DELAYS)[number];

/** The largest number of computers; with two seats, one. */
export const COMPUTERS = ['0', '1', '2', '3'] as const;
export type Computers = (typeof COMPUTERS)[number];

/** The fields of the form for a new game. */
export interface GameSettings {
  mode: Mode;
  layout: string;
  /** The index of a preset as text, or `custom`. */
  preset: string;
  custom: CustomClock;
  color: Color | typeof ANY_COLOR;
  visibility: Visibility;
  /** Whether the game is rated, if possible. */
  rated: boolean;
  /** Whether every player confirms that they are ready before the game starts. */
  ready: boolean;
  /** Whether vacations are allowed, if the clock permits it. */
  vacations: boolean;
  /** The spectators' delay in seconds, as text. */
  spectatorDelay: SpectatorDelay;
  /** The number of computers, as text. */
  computers: Computers;
  /** The level of the computers. */
  level: Level;
  /** The number of levels. */
  ladder: number;
}

export function initialGameSettings(): GameSettings {
  return {
    mode: 'two',
    layout: FAVOURITE_LAYOUT,
    preset: String(DEFAULT_PRESET),
    custom: { kind: 'fischer', minutes: 20, seconds: 10, count: 2, unit: 'day' },
    color: ANY_COLOR,
    visibility: 'public',
    rated: false,
    ready: false,
    vacations: false,
    spectatorDelay: '0',
    computers: '0',
    level: FIRST_LEVEL,
    ladder: LADDER,
  };
}

/** The minimum time of a player in a rated game, by default: with another setting, the server answers with an error. */
const RATED_LEAST_S = 60;

/** The clock of the form. */
export function clockOf({ preset, custom }: GameSettings): Clock {
  return PRESETS[Number(preset)]?.clock ?? customClock(custom);
}

/** The reason why such a game cannot be rated; `null` if it can. A bot decides for itself. */
export function whyNotRated(game: GameSettings, user: User | null): 'account' | 'clock' | 'fast' | 'program' | null {
  if (user === null || user.guest) return 'account';
  if (game.computers !== '0') return 'program';
  const seconds = secondsOf(clockOf(game));
  if (seconds === null) return 'clock';
  return seconds < RATED_LEAST_S ? 'fast' : null;
}

/** @param random from 0 to 1, for a random seat; @param rated whether the game is rated */
export function roomOf(game: GameSettings, random: number, rated = false): CreateRoom {
  const { mode, layout, visibility, color, ready, vacations, level } = game;
  const clock = clockOf(game);
  const colors = colorsOf(mode);
  const seat = color === ANY_COLOR ? Math.floor(random * colors.length) : colors.indexOf(color);
  const computers = Array.from({ length: Number(game.computers) }, () => ({ level: Number(level) }));
  return {
    ...{ mode, layout, clock, rated, visibility, seat, ready, spectator_delay_s: Number(game.spectatorDelay), computers },
    ...(vacations && allowsVacations(clock) && { vacations }),
  };
}
