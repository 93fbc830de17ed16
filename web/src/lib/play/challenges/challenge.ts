import { allowsVacations, PRESETS } from '$lib/game/clock/presets';
import { timeControlText } from '$lib/game/clock/words';
import { t } from '$lib/base/i18n/i18n.svelte';
import type { Challenge, Clock, Color, Mode, Terms, User } from '$lib/base/protocol/types';
import { colorsOf } from '$lib/game/rules/mode';

import { words } from './words';

/** A colour that is drawn by lot. */
export const ANY = 'random';

/** The clocks to choose from, by their places among the presets. */
export const CLOCKS: readonly string[] = PRESETS.map((_, place) => String(place));

/** The fields of the form. `color` is the colour of the player who fills it in. */
export interface ChallengeFields {
  mode: Mode;
  clock: string;
  color: Color | typeof ANY;
  rated: boolean;
  vacations: boolean;
}

export function clockOf(place: string): Clock {
  return PRESETS[Number(place)]?.clock ?? { kind: 'none' };
}

/** @param isChallenger whether the viewer made the challenge: its seat is the challenger's. The other player takes the first free seat. */
export function termsOf({ mode, clock: place, color, rated, vacations }: ChallengeFields, isChallenger: boolean): Terms {
  const colors = colorsOf(mode);
  const own = color === ANY ? null : colors.indexOf(color);
  const seat = isChallenger || own === null ? own : own === 0 ? 1 : 0;
  const clock = clockOf(place);
  return { mode, clock, rated, ...(vacations && allowsVacations(clock) && { vacations }), ...(seat !== null && { seat }) };
}

/** The other player of a challenge. */
export function opponentOf({ challenger, challenged }: Challenge, own: string | undefined): User {
  return challenger.id === own ? challenged : challenger;
}

/** `5 + 3 · rated · you play Black`. */
export function termsText({ terms: { mode = 'two', clock, rated = false, vacations = false, seat }, challenger }: Challenge, own: string | undefined): string {
  const said = [timeControlText(clock)];
  if (mode !== 'two') said.push(t(`mode.${mode}`));
  said.push(words.t(rated ? 'challenges.rated' : 'challenges.unrated'));
  if (vacations) said.push(words.t('challenges.vacations'));
  if (seat !== undefined) {
    const place = challenger.id === own ? seat : seat === 0 ? 1 : 0;
    const color = colorsOf(mode)[place];
    if (color !== undefined) said.push(words.t('challenges.color', { color }));
  }
  return said.join(' · ');
}
