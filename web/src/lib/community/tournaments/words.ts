import { dateFormat } from '$lib/base/i18n/formats';
import { catalogue, t as main } from '$lib/base/i18n/i18n.svelte';
import type { ByeKind, TieBreak, TournamentDetail, TournamentFormat, TournamentSettings, TournamentStart, TournamentStanding } from '$lib/base/protocol/types';
import { dateText, numberText } from '$lib/base/i18n/numbers';

import { stageOf } from './bracket';

/** The messages of tournaments. The routes load them. */
export const words = catalogue('tournaments');
export const t = words.t;
export { main };

/** The day of a moment, as a heading. @param micros since the Unix epoch */
export function dayText(micros: number): string {
  return dateFormat({ weekday: 'long', day: 'numeric', month: 'long' }).format(micros / 1000);
}

/** The time of day of a moment. @param micros since the Unix epoch */
export function timeText(micros: number): string {
  return dateFormat({ timeStyle: 'short' }).format(micros / 1000);
}

/** Points, rounded to two decimal places. */
export function hundredths(points: number): number {
  return Math.round(points * 100) / 100;
}

/** Points, or a tie-break: at most two decimal places. */
export function pointsText(points: number): string {
  return numberText(hundredths(points));
}

/** The format of a tournament, in a few words. */
export function formText(form: TournamentFormat): string {
  switch (form.form) {
    case 'round_robin':
      return t('tournament.roundRobinOf', { cycles: form.cycles });
    case 'swiss':
      return t('tournament.swissOf', { rounds: form.rounds, pairing: form.pairing ?? 'balanced' });
    case 'knockout':
      return t('tournament.knockoutOf', { games: form.best_of });
    case 'double_elimination':
      return t('tournament.doubleEliminationOf', { games: form.best_of });
    case 'groups':
      return t('tournament.groupsOf', { groups: form.groups, games: form.best_of });
    case 'arena':
      return t('tournament.arenaOf', { minutes: Math.round(form.duration_s / 60) });
  }
}

/** A tie-break of a player: how far the player got in a knockout, or a number. */
export function tieBreakText({ state }: TournamentDetail, by: TieBreak, value: number): string {
  if (by !== 'reached') return pointsText(value);
  // Four times the round of the last match, and more for a win.
  const round = Math.floor(value / 4);
  return round === 0 || state.rounds === null ? '' : t('tournament.stage', stageOf(state.rounds - round));
}

/** A round that a player sits out: it counts points in a Swiss system only. */
export function byeKindText({ form }: TournamentSettings, kind: ByeKind): string {
  return t('tournament.byeKind', { kind: form.form === 'swiss' ? kind : 'none' });
}

/** An action in the log, in words. */
export function logEntryText(kind: string): string {
  // The compiler fails on the type of so long a message with a kind of any name.
  const text = t as (name: 'tournament.logEntry', values: { kind: string }) => string;
  return text('tournament.logEntry', { kind });
}

/** The start of a tournament, in words. */
export function startText(start: TournamentStart): string {
  switch (start.kind) {
    case 'at':
      return dateText(start.at);
    case 'when_here':
      return t('tournament.whenHere', { count: start.participants });
    case 'by_director':
      return t('tournament.byDirector');
  }
}

/** The result of a match, such as `+3 =1 −2`. */
export function scoreText({ won, drawn, lost }: TournamentStanding): string {
  return `+${numberText(won)} =${numberText(drawn)} −${numberText(lost)}`;
}
