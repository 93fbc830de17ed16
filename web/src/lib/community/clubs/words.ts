import { dateFormat } from '$lib/base/i18n/formats';
import { catalogue, t as main } from '$lib/base/i18n/i18n.svelte';
import { failureText } from '$lib/base/i18n/words';
import { failureOf } from '$lib/base/protocol/failure';
import { Refusal } from '$lib/base/protocol/refusal';
import type { ClubJoining } from '$lib/base/protocol/types';

/** The messages of clubs' pages. The routes load them. */
export const { t } = catalogue('clubs');
export { main };

/** The ways to join a club. */
export const JOINING: readonly ClubJoining[] = ['open', 'request', 'invitation'];

/** The text of a failure, in the words of clubs where the general words are about something else. */
export function refusedText(error: unknown): string {
  // The general text names the part of a name that is at fault.
  const code = error instanceof Refusal && error.part === undefined ? error.code : null;
  if (code === 'bad_name') return t('club.badName');
  if (code === 'wrong_code') return t('club.badLink');
  if (code === 'not_eligible') return t('club.notEligible');
  if (code === 'not_now') return t('club.full');
  if (code === 'too_many') return t('club.tooMany');
  return failureText(failureOf(error));
}

/** The day of a moment. @param micros since the Unix epoch */
export function dayText(micros: number): string {
  return dateFormat({ dateStyle: 'medium' }).format(micros / 1000);
}
