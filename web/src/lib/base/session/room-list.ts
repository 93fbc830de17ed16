import type { Clock, MyGame } from '$lib/base/protocol/types';

/** Longest time per move of a live game; with more time, it is a correspondence game. */
const SITTING_MS = 10 * 60_000;

/** Whether a game by that clock is live. */
export function inOneSitting(clock: Clock): boolean {
  return clock.kind === 'per_move' ? clock.move_ms <= SITTING_MS : clock.kind !== 'none';
}

/** The list after a change: first rooms that wait for the user, then running ones, by the end of the turn, then by last change. */
export function merged(known: readonly MyGame[], changed: readonly MyGame[], gone: readonly string[]): readonly MyGame[] {
  const byRoom = new Map(known.map((room) => [room.room, room]));
  for (const room of changed) byRoom.set(room.room, room);
  for (const room of gone) byRoom.delete(room);
  return [...byRoom.values()].sort(compare);
}

function compare(a: MyGame, b: MyGame): number {
  if (a.waits_for_you !== b.waits_for_you) return a.waits_for_you ? -1 : 1;
  if ((a.status === 'playing') !== (b.status === 'playing')) return a.status === 'playing' ? -1 : 1;
  const [endsA, endsB] = [a.turn_ends_at ?? Infinity, b.turn_ends_at ?? Infinity];
  return endsA === endsB ? b.updated_at - a.updated_at : endsA - endsB;
}

/** The rooms that are not over, and finished ones with a pending rematch offer. */
export function pending(rooms: readonly MyGame[]): readonly MyGame[] {
  return rooms.filter(({ status, waits_for_you }) => status !== 'finished' || waits_for_you);
}

/** The number of games, except the shown one, that wait for the user. */
export function waitingElsewhere(rooms: readonly MyGame[], here: string | null): number {
  return rooms.filter(({ room, waits_for_you }) => waits_for_you && room !== here).length;
}

/** The running live game to which the user should return. Games with the user's turn come first. */
export function urgent(rooms: readonly MyGame[], here: string | null): MyGame | null {
  const running = rooms.filter(({ room, status, clock }) => status === 'playing' && inOneSitting(clock) && room !== here);
  return running.find(({ your_turn }) => your_turn) ?? running[0] ?? null;
}
