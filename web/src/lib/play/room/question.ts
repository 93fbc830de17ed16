import { t } from '$lib/base/i18n/i18n.svelte';
import { play } from '$lib/base/i18n/play';
import { playersText, playerText } from '$lib/base/i18n/words';
import type { Mode, Seat } from '$lib/base/protocol/types';

/** Actions that the page asks the player to confirm. */
export type Step = 'resign' | 'draw' | 'abort';

/** A question in words. */
export interface Question {
  readonly title: string;
  /** The consequence of the action. */
  readonly text: string;
  /** The label of the button that confirms. */
  readonly confirm: string;
  /** Whether it ends the game. */
  readonly grave: boolean;
}

/** @param own the seat of the player who answers */
export function questionOf(step: Step, mode: Mode, seats: readonly Seat[], own: number): Question {
  const others = seats.filter(({ seat, out }) => seat !== own && !out);
  const names = playersText(others.map(({ player }) => player));
  switch (step) {
    case 'resign':
      return { title: play.t('ask.resignTitle'), text: resignText(mode, seats, own), confirm: t('game.resign'), grave: true };
    case 'draw':
      return {
        title: play.t('ask.drawTitle'),
        text: play.t('ask.drawText', { count: others.length, names }),
        confirm: t('game.draw'),
        grave: false,
      };
    case 'abort':
      return { title: play.t('ask.abortTitle'), text: play.t('ask.abortText', { names }), confirm: t('game.abort'), grave: true };
  }
}

function resignText(mode: Mode, seats: readonly Seat[], own: number): string {
  const others = seats.filter(({ seat }) => seat !== own);
  const team = seats[own]?.team;
  const opponents = others.filter((other) => other.team !== team && !other.out);
  const partner = others.find((other) => other.team === team);
  if (partner !== undefined) return play.t('ask.resignTogether', { name: playerText(partner.player) });
  if (mode === 'three' && opponents.length > 1) return play.t('ask.resignAlone');
  return play.t('ask.resignText', { name: playerText(opponents[0]?.player ?? null) });
}
