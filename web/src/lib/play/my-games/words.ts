import { timeControlText } from '$lib/game/clock/words';
import { t } from '$lib/base/i18n/i18n.svelte';
import { playersText, playerText, turnText } from '$lib/base/i18n/words';
import type { MyGame } from '$lib/base/protocol/types';

/** The other players; in an empty room, the game. */
export function othersText({ seats, seat: own, clock }: MyGame): string {
  const others = seats.filter(({ seat, player }) => seat !== own && player !== null);
  return others.length === 0 ? timeControlText(clock) : playersText(others.map(({ player }) => player));
}

/** The state of a room of the user's, in a few words. */
export function standingText({ mode, status, seats, seat, turn, your_turn, waits_for_you, offers }: MyGame): string {
  if (your_turn) return t('myGames.yourTurn');
  if (waits_for_you) return t(offers.length > 0 ? 'myGames.offer' : 'myGames.ready');
  if (status === 'waiting') return t('myGames.waiting');
  if (turn === null || turn === seat) return t('myGames.over');
  const mover = seats.find((each) => each.seat === turn);
  if (mover === undefined) return t('myGames.over');
  return mode === 'two' ? t('myGames.theirTurn', { name: playerText(mover.player) }) : turnText(mode, mover.color, mover.player);
}
