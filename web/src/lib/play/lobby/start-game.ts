import type { App } from '$lib/base/app';
import type { Command, Outcome, RoomSummary } from '$lib/base/protocol/types';
import { paths } from '$lib/base/router/routes';
import { commandId } from '$lib/base/socket/command-id';

import { quickStart } from './quick-start';
import type { QuickGame } from './waiting-games';

/**
 * Starts a game by one tap: opens its room, or seeks it.
 *
 * @param rooms of the lobby
 * @param page aborts when the page of the button is left
 * @returns whether a room was found
 * @throws {Refusal} (as a rejection) when the user can neither join nor seek
 */
export async function startGame(
  game: QuickGame,
  rooms: readonly RoomSummary[],
  { myGames, router, seeking, session }: App,
  page: AbortSignal,
): Promise<boolean> {
  const id = commandId();
  let again: Command | null = null;
  const request = (command: Command): Promise<Outcome> => {
    if (command.type !== 'seek') return session.request(command, page);
    again = command;
    return session.request(command, page, id);
  };
  const { room, seek } = await quickStart(game, rooms, myGames.all ?? [], session.user?.id ?? null, request, Math.random());
  if (room !== undefined && !page.aborted) router.go(paths.room(room));
  else if (seek !== undefined) {
    seeking.current = { ...game, seek, since: session.connection.time.now(), again: again && { command: again, id } };
  }
  return room !== undefined;
}
