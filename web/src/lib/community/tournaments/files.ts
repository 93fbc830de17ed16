import type { TournamentSettings } from '$lib/base/protocol/types';

/** The export formats of a tournament, by the server's names. */
export type TournamentFile = 'json' | 'csv' | 'text' | 'trf';

const EVERY: readonly TournamentFile[] = ['csv', 'text', 'json'];

/** The files of a tournament. FIDE's format supports only rounds of two players. */
export function filesOf({ form, mode }: Pick<TournamentSettings, 'form' | 'mode'>): readonly TournamentFile[] {
  const hasTrf = (mode ?? 'two') === 'two' && form.form !== 'arena';
  return hasTrf ? [...EVERY, 'trf'] : EVERY;
}

/** The address of the file. */
export function fileAddress(tournament: string, format: TournamentFile): string {
  return `/api/v1/tournaments/${encodeURIComponent(tournament)}/export?${new URLSearchParams({ format })}`;
}
