import { catalogue } from '$lib/i18n/i18n.svelte';
import { dateText } from '$lib/i18n/numbers';
import { failureText } from '$lib/i18n/words';
import type { Failure } from '$lib/protocol/failure';
import { Refusal } from '$lib/protocol/refusal';
import type { ChatLine } from '$lib/protocol/types';

/** The words of the chat. Whoever shows it loads them. */
export const { t, tIfKnown } = catalogue('chat');

/** What a line says, in the reader's language where it can be. */
export function lineText({ text, preset }: ChatLine): string {
  return preset === undefined ? (text ?? '') : t(`preset.${preset}`);
}

/** Why something was not said, for people. */
export function sayingText(failure: Failure): string {
  if (!(failure instanceof Refusal)) return failureText(failure);
  const { code, reason, until } = failure;
  if (code === 'bad_words' && reason !== undefined) return tIfKnown(`chat.refused.${reason}`) ?? failureText(failure);
  if (code === 'muted' && until !== undefined) return t('chat.mutedUntil', { when: dateText(until) });
  return failureText(failure);
}
