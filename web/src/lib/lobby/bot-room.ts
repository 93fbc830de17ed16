import type { CreateRoom } from '$lib/protocol/types';
import { colorsOf } from '$lib/rules/mode';

/** A new room in which a bot sits, too; so many computers make room for it as have to. */
export function withBot(room: CreateRoom, bot: string): CreateRoom {
  if (bot === '') return room;
  const others = colorsOf(room.mode ?? 'two').length - 1;
  return { ...room, bots: [{ id: bot }], computers: (room.computers ?? []).slice(0, others - 1) };
}
