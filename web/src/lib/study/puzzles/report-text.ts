import { failureText } from '$lib/base/i18n/words';
import { changeText } from '$lib/game/table/outcome';

import type { Attempt } from './attempt.svelte';
import { t } from './words';

/** The effect of an attempt on the rating, in a sentence. */
export function reportText({ again, game, reported }: Attempt): string {
  if (again) return t('report.again');
  if (reported === null) return game.stage === 'asked' || game.stage === 'right' ? t('report.rule') : '';
  if (reported.kind === 'kept') return t('report.kept');
  if (reported.kind === 'failed') return t('report.failed', { why: failureText(reported.failure) });
  const { rating } = reported.verdict;
  return rating === null ? t('report.again') : t('report.rating', { rating: String(rating.after), change: changeText(rating) });
}
