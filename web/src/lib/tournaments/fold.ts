import type { TournamentChange, TournamentDetail } from '$lib/protocol/types';

interface Numbered {
  readonly number: number;
}

/** What one knows of a tournament after a change; `null` for one of which one knows nothing that it could change. */
export function after(known: TournamentDetail | null, change: TournamentChange): TournamentDetail | null {
  const { state, full } = change;
  const settings = change.settings ?? known?.settings;
  const standings = change.standings ?? known?.standings;
  if (settings === undefined || standings === undefined || (known === null && !full)) return null;
  // Games of earlier rounds that one knows stay known, also when all of it is told anew.
  return {
    state,
    settings,
    standings,
    participants: put(full ? [] : (known?.participants ?? []), change.participants),
    rounds: put(known?.rounds ?? [], change.rounds),
    games: put(known?.games ?? [], change.games),
  };
}

/** What has a number replaces what had it before. */
export function put<T extends Numbered>(known: readonly T[], news: readonly T[]): T[] {
  const all = new Map(known.map((one) => [one.number, one]));
  for (const one of news) all.set(one.number, one);
  return [...all.values()].sort((a, b) => a.number - b.number);
}
