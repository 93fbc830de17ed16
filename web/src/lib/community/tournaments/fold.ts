import type { TournamentChange, TournamentDetail, TournamentStanding } from '$lib/base/protocol/types';

interface Numbered {
  readonly number: number;
}

/** The known state of a tournament after a change; `null` if nothing is known to which the change could apply. */
export function after(known: TournamentDetail | null, change: TournamentChange): TournamentDetail | null {
  const { state, full } = change;
  const settings = change.settings ?? known?.settings;
  if (settings === undefined || (known === null && !full)) return null;
  // Known games of earlier rounds stay known, even when the server sends the whole state again.
  return {
    state,
    settings,
    standings: place(full ? [] : (known?.standings ?? []), change),
    // A participant who left before the start disappears from the list.
    participants: put(full ? [] : (known?.participants ?? []), change.participants).filter(({ membership }) => membership !== 'gone'),
    invited: change.invited ?? known?.invited ?? [],
    teams: change.teams ?? known?.teams ?? [],
    invited_clubs: change.invited_clubs ?? known?.invited_clubs ?? [],
    forbidden_pairs: change.forbidden_pairs ?? known?.forbidden_pairs ?? [],
    announcements: change.announcements ?? known?.announcements ?? [],
    rounds: put(known?.rounds ?? [], change.rounds),
    games: put(known?.games ?? [], change.games),
  };
}

/** The current standings of all participants. */
function place(known: readonly TournamentStanding[], { standings, order }: TournamentChange): TournamentStanding[] {
  const all = new Map([...known, ...standings].map((one) => [one.participant, one]));
  const now = order ?? known.map(({ participant }) => participant);
  return now.flatMap((participant) => all.get(participant) ?? []);
}

/** Replaces the entries with the same numbers. */
export function put<T extends Numbered>(known: readonly T[], news: readonly T[]): T[] {
  const all = new Map(known.map((one) => [one.number, one]));
  for (const one of news) all.set(one.number, one);
  return [...all.values()].sort((a, b) => a.number - b.number);
}
