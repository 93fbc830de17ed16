import type { GameNote } from '$lib/base/protocol/types';
import { ask } from './ask';

/** The user's private note on a game. */
export function note(game: string, token: string | null): Promise<GameNote> {
  return ask(`/me/notes/${game}`, {}, token);
}

/** Replaces the user's note on a game; an empty text removes it. */
export function setNote(game: string, text: string, token: string | null): Promise<void> {
  return ask(`/me/notes/${game}`, { method: 'PUT', body: JSON.stringify({ text }) }, token);
}
