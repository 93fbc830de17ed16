import type { CreateRoom } from '$lib/base/protocol/types';
import { colorsOf } from '$lib/game/rules/mode';

/** A new room with a bot; as many computers as necessary make room for it. */
export function withBot(room: CreateRoom, bot: string): CreateRoom {
  if (bot === '') return room;
  const others = colorsOf(room.mode ?? 'two').length - 1;
  return { ...room, bots: [{ id: bot }], computers: (room.computers ?? []).slice(0, others - 1) };
}
