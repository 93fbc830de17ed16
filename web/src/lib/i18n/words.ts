import type { User } from '$lib/protocol/types';
import { NetworkFailure, NoSocket, NotSent, type Failure } from '$lib/protocol/failure';
import { Refusal } from '$lib/protocol/refusal';
import { errors } from './errors';
import { locale, t, tIfKnown } from './i18n.svelte';

/** A refusal for people: translated by its code where that is known, else in the server's words. */
export function refusalText({ code, reason, message }: Refusal): string {
  const why = code === 'illegal_move' && reason !== undefined ? errors.tIfKnown(`illegal.${reason}`) : null;
  return why ?? errors.tIfKnown(`error.${code}`) ?? message;
}

/** Why something did not come about, for people. */
export function failureText(failure: Failure): string {
  if (failure instanceof Refusal) return refusalText(failure);
  if (failure instanceof NetworkFailure) return t('failure.network');
  if (failure instanceof NoSocket) return t('failure.noSocket');
  if (failure instanceof NotSent) return tIfKnown(`notSent.${failure.command}`) ?? t('failure.notSent');
  return t('failure.unanswered');
}

/** The layout's name; one that is not known is shown as the server calls it. */
export function layoutText(name: string): string {
  return tIfKnown(`layout.${name}`) ?? name;
}

/** `A, B and C`; of things that are counted `A, B, C`. */
export function listText(words: readonly string[], type: 'conjunction' | 'unit' = 'conjunction'): string {
  return new Intl.ListFormat(locale(), { type }).format(words);
}

/** What a player is called: a computer by its level, in the reader's language. */
export function playerText(player: User | null): string {
  if (player?.computer !== undefined) return t('player.computer', { level: player.computer });
  return nameText(player?.name ?? t('player.free'));
}

/** `A, B and C`. Among others, a computer is named without a comma. */
export function playersText(players: readonly (User | null)[]): string {
  return listText(players.map(players.length === 1 ? playerText : nameInList));
}

function nameInList(player: User | null): string {
  return player?.computer === undefined ? playerText(player) : t('player.computerListed', { level: player.computer });
}

/** A name as the server tells it; in the reader's language that of everybody whose account was deleted. */
export function nameText(name: string): string {
  return name === '[deleted]' ? t('player.deleted') : name;
}
