import { catalogue } from '$lib/base/i18n/i18n.svelte';
import { dateText } from '$lib/base/i18n/numbers';
import { failureText } from '$lib/base/i18n/words';
import type { Failure } from '$lib/base/protocol/failure';
import { Refusal } from '$lib/base/protocol/refusal';
import type { ChatLine } from '$lib/base/protocol/types';

/** The messages of the chat. Components that show the chat load them. */
export const { t, tIfKnown } = catalogue('chat');

/** The text of a line, in the reader's language if it is a preset. */
export function lineText({ text, preset }: ChatLine): string {
  return preset === undefined ? (text ?? '') : t(`preset.${preset}`);
}

/** The reason why a line was not sent, for people. */
export function sayingText(failure: Failure): string {
  if (!(failure instanceof Refusal)) return failureText(failure);
  const { code, reason, part, until } = failure;
  if (code === 'bad_words' && reason !== undefined) {
    const why = tIfKnown(`chat.refused.${reason}`);
    return why === null || part === undefined ? (why ?? failureText(failure)) : `${why} ${failureText(failure)}`;
  }
  if (code === 'muted' && until !== undefined) return t('chat.mutedUntil', { when: dateText(until) });
  return failureText(failure);
}
