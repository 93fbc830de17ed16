import { playersText } from '$lib/base/i18n/words';
import type { GameSummary } from '$lib/base/protocol/types';
import { sideOf } from '$lib/game/rules/mode';

import { t } from './words';

/** The result of a user's finished game, in a sentence with the opponents. */
export function recentText({ mode, players, result: { winners } }: GameSummary, user: string): string {
  const seat = players.findIndex(({ id }) => id === user);
  const names = playersText(players.filter((_, other) => sideOf(mode, other) !== sideOf(mode, seat)));
  if (winners.length === 0) return t('overview.drawn', { names });
  return t(winners.includes(seat) ? 'overview.won' : 'overview.lost', { names });
}
