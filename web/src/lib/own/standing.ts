import type { Clock, OwnRoom } from '$lib/protocol/types';

/** A time for each move that is longer than this is played over days: nobody sits and waits. */
const SITTING_MS = 10 * 60_000;

/** Whether a game by that clock is played in one sitting. */
export function inOneSitting(clock: Clock): boolean {
  return clock.kind === 'per_move' ? clock.move_ms <= SITTING_MS : clock.kind !== 'none';
}

/** The list after a change: first what waits for oneself, then what is played, by when a turn ends, then what changed last. */
export function merged(known: readonly OwnRoom[], changed: readonly OwnRoom[], gone: readonly string[]): readonly OwnRoom[] {
  const byRoom = new Map(known.map((room) => [room.room, room]));
  for (const room of changed) byRoom.set(room.room, room);
  for (const room of gone) byRoom.delete(room);
  return [...byRoom.values()].sort(compare);
}

function compare(a: OwnRoom, b: OwnRoom): number {
  if (a.waits_for_you !== b.waits_for_you) return a.waits_for_you ? -1 : 1;
  if ((a.status === 'playing') !== (b.status === 'playing')) return a.status === 'playing' ? -1 : 1;
  const [endsA, endsB] = [a.turn_ends_at ?? Infinity, b.turn_ends_at ?? Infinity];
  return endsA === endsB ? b.updated_at - a.updated_at : endsA - endsB;
}

/** Those that are not over, and those that are but wait for an answer: to a rematch. */
export function pending(rooms: readonly OwnRoom[]): readonly OwnRoom[] {
  return rooms.filter(({ status, waits_for_you }) => status !== 'finished' || waits_for_you);
}

/** How many games other than the one that is looked at wait for oneself. */
export function waitingElsewhere(rooms: readonly OwnRoom[], here: string | null): number {
  return rooms.filter(({ room, waits_for_you }) => waits_for_you && room !== here).length;
}

/** The game that one should not be away from: played in one sitting, and going on. One's own turn comes first. */
export function urgent(rooms: readonly OwnRoom[], here: string | null): OwnRoom | null {
  const running = rooms.filter(({ room, status, clock }) => status === 'playing' && inOneSitting(clock) && room !== here);
  return running.find(({ your_turn }) => your_turn) ?? running[0] ?? null;
}
