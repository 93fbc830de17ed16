import type { GameResult, Reason } from '$lib/base/protocol/types';
import { hasLegalMove } from '$lib/game/rules/legal';
import { colorsOf, sideOf } from '$lib/game/rules/mode';
import type { Move } from '$lib/game/rules/move';
import { play, settled } from '$lib/game/rules/play';
import { winner, type Position } from '$lib/game/rules/position';
import { rowsText } from '$lib/game/rules/position-text';

/** The number of occurrences of a position since the last ejection at which the game is drawn. */
const REPETITIONS = 3;
/** The number of plies without an ejection after which a game is drawn. */
export const QUIET_PLIES = 250;
/** The number of plies after which a game is drawn. */
const MAX_PLIES = 5000;

/** A game beyond its moves: players who are out, and the result. The same policy as the server's: `docs/rules.md`. Immutable. */
export interface Match {
  /** The position, with the turn of a player who can move. */
  readonly position: Position;
  /** The seats that are out, while the others continue. */
  readonly out: readonly number[];
  /** The result; `null` while the game runs. */
  readonly result: GameResult | null;
  /** Marbles and turn of every position since the last ejection, the present one last. */
  readonly stood: readonly string[];
}

export function matchFrom(start: Position): Match {
  const position = settled(start);
  return ended({ position, out: [], result: null, stood: [keyOf(position)] });
}

/** The match after a move of the player to move. */
export function afterMove({ position, out, stood }: Match, move: Move): Match {
  const next = settled(play(position, move), colorsAt(position, out));
  const earlier = next.quietPlies === 0 ? [] : stood;
  return ended({ position: next, out, result: null, stood: [...earlier, keyOf(next)] });
}

/** The match after a seat has gone out: of three players the other two continue, else the seat's side has lost. */
export function afterLeaving(match: Match, seat: number, reason: Extract<Reason, 'time' | 'resignation'>): Match {
  const { position } = match;
  const out = [...match.out, seat];
  const left = [...colorsOf(position.mode).keys()].filter((other) => !out.includes(other));
  if (position.mode !== 'three' || left.length === 1) {
    const winners = left.filter((other) => sideOf(position.mode, other) !== sideOf(position.mode, seat));
    return { ...match, out: position.mode === 'three' ? out : match.out, result: result(match, winners, reason) };
  }
  const next = settled(position, colorsAt(position, out));
  const after = { ...match, position: next, out };
  return hasLegalMove(next) ? after : { ...after, result: result(match, [], 'stuck') };
}

/** The match after all players have agreed to a draw. */
export function afterAgreement(match: Match): Match {
  return { ...match, result: result(match, [], 'agreement') };
}

/** The match after the shared clock has run out: most ejections win, as many are a draw. */
export function afterTheTime(match: Match): Match {
  const { mode, captured } = match.position;
  const most = Math.max(...captured);
  const leaders = [...captured.keys()].filter((side) => captured[side] === most);
  const playing = [...colorsOf(mode).keys()].filter((seat) => !match.out.includes(seat));
  const winners = leaders.length === 1 ? playing.filter((seat) => sideOf(mode, seat) === leaders[0]) : [];
  return { ...match, result: result(match, winners, 'time') };
}

/** The match with its result, if the position ends it. */
function ended(match: Match): Match {
  const { position, stood } = match;
  const { mode } = position;
  const side = winner(position);
  const seats = [...colorsOf(mode).keys()];
  const finished = (winners: readonly number[], reason: Reason): Match => ({ ...match, result: result(match, winners, reason) });
  if (side !== null) return finished(seats.filter((seat) => sideOf(mode, seat) === side), 'ejections');
  const key = stood.at(-1);
  if (position.quietPlies > 0 && stood.filter((other) => other === key).length >= REPETITIONS) return finished([], 'repetition');
  if (position.quietPlies >= QUIET_PLIES || position.ply >= MAX_PLIES) return finished([], 'quiet');
  if (hasLegalMove(position)) return match;
  // Between two, a player who cannot move has lost; among more, no player can move.
  return finished(mode === 'two' ? seats.filter((seat) => colorsOf(mode)[seat] !== position.turn) : [], 'stuck');
}

function result({ position }: Match, winners: readonly number[], reason: Reason): GameResult {
  return { winners: [...winners], reason, score: [...position.captured] };
}

function keyOf({ board, turn }: Position): string {
  return `${rowsText(board)} ${turn}`;
}

function colorsAt({ mode }: Position, seats: readonly number[]): ReturnType<typeof colorsOf> {
  return colorsOf(mode).filter((_, seat) => seats.includes(seat));
}

/** The seat to move; `null` when the game is over. */
export function turnOf({ position, result }: Match): number | null {
  return result === null ? colorsOf(position.mode).indexOf(position.turn) : null;
}
