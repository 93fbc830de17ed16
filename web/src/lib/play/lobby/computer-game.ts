import { PRESETS, sameClock } from '$lib/game/clock/presets';
import { LADDER, LEVELS, storedLevel, type Level } from '$lib/play/computer/level';
import type { Clock, Color, Command, ComputerSeat, CreateRoom, Mode, MyGame, Outcome } from '$lib/base/protocol/types';
import { colorsOf, MODES } from '$lib/game/rules/mode';
import { settings } from '$lib/base/settings/settings.svelte';
import { startName } from '$lib/base/i18n/words';
import { oneOf, parsed } from '$lib/base/settings/stored';

import { ANY_COLOR, USUAL_LAYOUTS } from './usual';

const NO_CLOCK: Clock = { kind: 'none' };

/** The clocks against a computer, which is always present: none, or a live one. */
const CLOCKS: readonly Clock[] = [NO_CLOCK, ...PRESETS.map(({ clock }) => clock).filter(({ kind }) => kind !== 'none' && kind !== 'per_move')];

/** The layouts to choose from. */
export const STARTS: readonly string[] = ['standard', 'belgian_daisy', 'german_daisy'];

/** Up to this level a game starts as the lessons show it, unless the user has chosen a layout. */
const TAUGHT_LEVEL = 4;

/** The numbers of the clocks, as text. */
export const CLOCK_NAMES: readonly string[] = [...CLOCKS.keys()].map(String);

/** The settings of a game against computers. */
export interface ComputerGame {
  mode: Mode;
  level: Level;
  /** The number of levels. */
  ladder: number;
  color: Color | typeof ANY_COLOR;
  /** One of `CLOCK_NAMES`. */
  clock: string;
  /** One of `STARTS`, for two players; empty as long as the user has chosen none. */
  layout: string;
  coach: boolean;
}

/** Reads the stored settings. Missing and invalid ones become the defaults. */
export function readComputerGame(text: string): ComputerGame {
  const stored = parsed(text);
  const mode = oneOf(MODES, stored['mode'], 'two');
  return {
    mode,
    level: storedLevel(stored),
    ladder: LADDER,
    color: oneOf([...colorsOf(mode), ANY_COLOR], stored['color'], ANY_COLOR),
    clock: oneOf(CLOCK_NAMES, stored['clock'], '0'),
    layout: oneOf(STARTS, stored['layout'], ''),
    coach: stored['coach'] === true,
  };
}

/** Continues with the computers of a new game the next time, if they are all of one level. */
export function keepLevel(computers: readonly ComputerSeat[]): void {
  const levels = new Set(computers.map(({ level }) => String(level)));
  const game = readComputerGame(settings.get('computer'));
  const level = LEVELS.find((each) => levels.has(each));
  if (levels.size === 1 && level !== undefined) settings.set('computer', JSON.stringify({ ...game, level }));
}

export function clockNamed(name: string): Clock {
  return CLOCKS[Number(name)] ?? NO_CLOCK;
}

/** The layout of the game: the chosen one, or that for the level. */
export function layoutFor({ mode, level, layout }: ComputerGame): string {
  if (mode !== 'two') return USUAL_LAYOUTS[mode];
  if (layout !== '') return layout;
  return Number(level) > TAUGHT_LEVEL ? USUAL_LAYOUTS.two : 'standard';
}

/**
 * A room with computers on all other seats, so that the game starts at once. It is private.
 *
 * @param random from 0 to 1, for a random seat
 */
export function roomAgainst(game: ComputerGame, random: number): CreateRoom {
  const { mode, level, color, clock, coach } = game;
  const colors = colorsOf(mode);
  const seat = color === ANY_COLOR ? Math.floor(random * colors.length) : colors.indexOf(color);
  const computers = colors.slice(1).map(() => ({ level: Number(level) }));
  return { mode, layout: layoutFor(game), clock: clockNamed(clock), visibility: 'private', seat, computers, ...(coach && { coach }) };
}

/** The user's own room with exactly this game before its first moves: a second one would be useless. */
export function hardlyBegun(game: ComputerGame, own: readonly MyGame[]): string | null {
  const colors = colorsOf(game.mode);
  const found = own.find(
    (room) =>
      room.status === 'playing' &&
      room.ply < colors.length &&
      room.mode === game.mode &&
      startName(room) === layoutFor(game) &&
      sameClock(room.clock, clockNamed(game.clock)) &&
      (game.color === ANY_COLOR || colors[room.seat] === game.color) &&
      room.seats.every(({ seat, player }) => seat === room.seat || player?.computer === Number(game.level)),
  );
  return found?.room ?? null;
}

/**
 * Starts the chosen game against computers, or returns to it.
 *
 * @param own the user's rooms
 * @param request sends a command to the server
 * @returns its room
 * @throws {Failure} (as a rejection) when the server starts none
 */
export async function startAgainstComputers(
  own: readonly MyGame[],
  request: (command: Command) => Promise<Outcome>,
): Promise<string | undefined> {
  const game = readComputerGame(settings.get('computer'));
  return hardlyBegun(game, own) ?? (await request({ type: 'create_room', ...roomAgainst(game, Math.random()) })).room;
}
