import { listFormat } from './formats';
import type { Color, Mode, User } from '$lib/base/protocol/types';
import { NetworkFailure, NoSocket, NotSent, type Failure } from '$lib/base/protocol/failure';
import { Refusal } from '$lib/base/protocol/refusal';
import { errors } from './errors';
import { t, tIfKnown } from './i18n.svelte';

/** The text of a server error: the part of a text that is at fault, or else translated by its code if known, else in the server's words. */
export function refusalText({ code, reason, part, message }: Refusal): string {
  if (part !== undefined) return errors.t('field.part', { part });
  const why = code === 'illegal_move' && reason !== undefined ? errors.tIfKnown(`illegal.${reason}`) : null;
  return why ?? errors.tIfKnown(`error.${code}`) ?? message;
}

/** The reason of a failure, for people. */
export function failureText(failure: Failure): string {
  if (failure instanceof Refusal) return refusalText(failure);
  if (failure instanceof NetworkFailure) return t('failure.network');
  if (failure instanceof NoSocket) return t('failure.noSocket');
  if (failure instanceof NotSent) return tIfKnown(`notSent.${failure.command}`) ?? t('failure.notSent');
  return t('failure.unanswered');
}

/** The layout's name. An unknown layout keeps the server's name. */
export function layoutText(name: string): string {
  return tIfKnown(`layout.${name}`) ?? name;
}

/** The name of a game's start for `layoutText`: a layout, or `position` for any other start. */
export function startName({ layout, start_position: line }: { layout: string; start_position?: string | undefined }): string {
  return line === undefined ? layout : 'position';
}

/** `A, B and C`. A single word needs no formatter, whose creation takes long. */
export function listText(words: readonly string[]): string {
  return words.length > 1 ? listFormat({ type: 'conjunction' }).format(words) : words.join();
}

/** `A, B, C`, as all our languages list facts. */
export function factsText(facts: readonly string[]): string {
  return facts.join(', ');
}

/** The name of a player: a computer by its level, in the reader's language. */
export function playerText(player: User | null): string {
  if (player?.computer !== undefined) return t('player.computer', { level: player.computer });
  return nameText(player?.name ?? t('player.free'));
}

/** `A, B and C`. Among others, a computer is named without a comma, and computers of one level together. */
export function playersText(players: readonly (User | null)[]): string {
  if (players.length === 1) return players.map(playerText).join();
  const names = players.map((player, index) => {
    const level = player?.computer;
    if (level === undefined) return playerText(player);
    const alike = players.flatMap((other, at) => (other?.computer === level ? [at] : []));
    if (alike[0] !== index) return null;
    return alike.length === 1 ? t('player.computerListed', { level }) : t('player.computersListed', { count: alike.length, level });
  });
  return listText(names.filter((name) => name !== null));
}

/** The player to move: with two players by name, with more by colour, as on the board. */
export function turnText(mode: Mode, color: Color, player: User | null): string {
  return mode === 'two' ? t('room.turnOf', { name: playerText(player) }) : t('room.turnOfColor', { color });
}

/** A name as the server sends it; in the reader's language for deleted accounts. */
export function nameText(name: string): string {
  return name === '[deleted]' ? t('player.deleted') : name;
}
