import { t } from '$lib/i18n/i18n.svelte';
import type { GameResult, User } from '$lib/protocol/types';
import { playerText } from '$lib/i18n/words';
import { numberText } from '$lib/i18n/numbers';

/** `You won`, `Quiet Fox wins`, `Draw`. */
export function outcomeText(result: GameResult, players: readonly (User | null)[], ownSeat: number | null): string {
  if (result.reason === 'aborted') return t('result.aborted');
  const [winner] = result.winners;
  if (winner === undefined) return t('result.draw');
  if (ownSeat !== null) return t(result.winners.includes(ownSeat) ? 'result.won' : 'result.lost');
  return t('result.wins', { name: playerText(players[winner] ?? null) });
}

/** Why it ended, in a sentence. */
export function reasonText(result: GameResult, players: readonly (User | null)[]): string {
  const [winner] = result.winners;
  const loser = players.findIndex((_, seat) => !result.winners.includes(seat));
  return t(`reason.${result.reason}`, {
    winner: playerText(players[winner ?? -1] ?? null),
    loser: playerText(players[loser] ?? null),
  });
}

/** `0 : 6`, Black's pushed-out marbles first. */
export function scoreText({ score }: GameResult): string {
  return t('result.score', { black: numberText(score[0] ?? 0), white: numberText(score[1] ?? 0) });
}

export function scoreLabel({ score }: GameResult): string {
  return t('result.scoreLabel', { black: numberText(score[0] ?? 0), white: numberText(score[1] ?? 0) });
}
