import type { TournamentSettings } from '$lib/base/protocol/types';

/** The export formats of a tournament, by the server's names. */
export type TournamentFile = 'json' | 'csv' | 'text' | 'trf';

const EVERY: readonly TournamentFile[] = ['csv', 'text', 'json'];

/** The files of a tournament. FIDE's format supports only rounds of two players. */
export function filesOf({ form, mode }: Pick<TournamentSettings, 'form' | 'mode'>): readonly TournamentFile[] {
  const hasTrf = (mode ?? 'two') === 'two' && form.form !== 'arena';
  return hasTrf ? [...EVERY, 'trf'] : EVERY;
}

/** Where a tournament took place, for the report to a federation; empty if unknown. */
export interface Place {
  readonly city: string;
  /** Three letters. */
  readonly federation: string;
}

/** Whether a text is a federation's code, or empty. */
export function isFederation(text: string): boolean {
  return /^([a-z]{3})?$/i.test(text);
}

/** The address of the file. A place counts only for a TRF. */
export function fileAddress(tournament: string, format: TournamentFile, place: Place): string {
  const head = format === 'trf' ? Object.entries(place).filter(([, text]) => text !== '') : [];
  return `/api/v1/tournaments/${encodeURIComponent(tournament)}/export?${new URLSearchParams([['format', format], ...head])}`;
}
