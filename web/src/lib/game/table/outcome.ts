import { numberFormat } from '$lib/base/i18n/formats';
import { t } from '$lib/base/i18n/i18n.svelte';
import { result as words } from '$lib/base/i18n/result';
import { numberText } from '$lib/base/i18n/numbers';
import { factsText, listText, playersText } from '$lib/base/i18n/words';
import type { Clock, GameResult, Mode, MoveTiming, RatingChange, Unrated, User } from '$lib/base/protocol/types';
import { colorsOf } from '$lib/game/rules/mode';
import { seatsOf } from './match-text';

/** A finished game. */
export interface Ended {
  readonly mode: Mode;
  readonly clock: Clock;
  readonly result: GameResult;
  /** The players by seat. */
  readonly players: readonly (User | null)[];
  /** The rating changes, by seat, once they are computed. */
  readonly ratings?: readonly RatingChange[] | null;
  /** The reason why a rated game changes no ratings. */
  readonly unrated?: Unrated | null;
}

/** A rated game counts once each player has made this many moves. */
const MOVES_EACH = 3;

/** The reason why a rated game changes no ratings; `null` if it does. @param timings of its moves */
export function whyUnrated(mode: Mode, { reason }: GameResult, timings: readonly MoveTiming[]): Unrated | null {
  if (reason === 'aborted') return 'aborted';
  const short = colorsOf(mode).some((_, seat) => timings.filter((timing) => timing.seat === seat).length < MOVES_EACH);
  return short ? 'too_short' : null;
}

/** `+12`, `−8`. */
export function changeText({ before, after }: RatingChange): string {
  return numberFormat({ signDisplay: 'exceptZero' }).format(after - before).replace('-', '−');
}

/** `You won`, `Quiet Fox wins`, `Quiet Fox and Sly Stork win`, `Draw`. */
export function outcomeText({ result, players }: Ended, ownSeat: number | null): string {
  const { winners, reason } = result;
  if (reason === 'aborted') return words.t('result.aborted');
  if (winners.length === 0) return words.t('result.draw');
  if (ownSeat !== null) return words.t(winners.includes(ownSeat) ? 'result.won' : 'result.lost');
  return words.t('result.wins', { count: winners.length, name: namesOf(players, winners) });
}

/** The reason of the end, in a sentence. */
export function reasonText({ mode, clock, result, players }: Ended): string {
  const { winners, reason } = result;
  const losers = [...players.keys()].filter((seat) => !winners.includes(seat));
  const names = { winner: namesOf(players, winners), loser: namesOf(players, losers), count: winners.length };
  if (reason === 'time' && clock.kind === 'per_game') {
    return words.t(winners.length === 0 ? 'reasonInAll.draw' : 'reasonInAll.win', names);
  }
  if (reason === 'abandoned' && winners.length === 0) return words.t('result.unfinished');
  return mode === 'two' ? words.t(`reason.${reason}`, names) : words.t(`reasonMany.${reason}`, names);
}

/** `0 : 6`, the side that starts. */
export function scoreText({ score }: GameResult): string {
  return score.map(numberText).join(' : ');
}

/** The score in words. */
export function scoreLabel(mode: Mode, { score }: GameResult): string {
  const sides = score.map((count, side) => {
    const colors = seatsOf(mode, side).map((seat) => t(`color.${colorsOf(mode)[seat] ?? 'black'}`));
    return words.t('result.side', { colors: listText(colors), count });
  });
  return words.t('result.scoreLabel', { sides: factsText(sides) });
}

function namesOf(players: readonly (User | null)[], seats: readonly number[]): string {
  return playersText(seats.map((seat) => players[seat] ?? null));
}
