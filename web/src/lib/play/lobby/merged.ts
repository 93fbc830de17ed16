import type { RoomSummary } from '$lib/base/protocol/types';

/** The entries in any order of arrival, the newest first. */
export function merged(
  known: readonly RoomSummary[],
  changed: readonly RoomSummary[],
  gone: readonly string[],
): RoomSummary[] {
  const byRoom = new Map(known.map((room) => [room.room, room]));
  for (const room of changed) byRoom.set(room.room, room);
  for (const room of gone) byRoom.delete(room);
  return [...byRoom.values()].sort((a, b) => b.created_at - a.created_at);
}
