import type { RoomSummary } from '$lib/base/protocol/types';

/** The newest first, in any order of arrival. */
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
