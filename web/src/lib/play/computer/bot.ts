import type { Bot, Clock, Mode } from '$lib/base/protocol/types';

/** Moves of one player in a game, as a server estimates it. */
const MOVES = 40;

/** The default limit of games that a bot plays at once. */
const GAMES_AT_ONCE = 8;

/** The time of a player for a game of forty moves, in seconds; `null` without a limit. */
export function secondsOf(clock: Clock): number | null {
  switch (clock.kind) {
    case 'none':
      return null;
    case 'sudden_death':
      return clock.initial_ms / 1000;
    case 'fischer':
      return (clock.initial_ms + MOVES * clock.increment_ms) / 1000;
    case 'bronstein':
    case 'delay':
      return (clock.initial_ms + MOVES * clock.delay_ms) / 1000;
    case 'per_move':
      return (MOVES * clock.move_ms) / 1000;
    case 'per_game':
      return clock.limit_ms / 2000;
  }
}

/** Whether a bot takes a game of a mode by a clock, and has room for one more. The server has the final say. */
export function takes({ accepts, games }: Bot, mode: Mode, clock: Clock, rated = false): boolean {
  if (rated && accepts.rated !== true) return false;
  const { modes = [], shortest_s: shortest = 0, untimed = false } = accepts;
  // A bot without a time limit says so by `null`, too.
  const longest = accepts.longest_s ?? Infinity;
  if (games >= (accepts.games_at_once ?? GAMES_AT_ONCE) || (modes.length > 0 && !modes.includes(mode))) return false;
  const seconds = secondsOf(clock);
  return seconds === null ? untimed : seconds >= shortest && seconds <= longest;
}
