import type { TournamentChange, TournamentDetail, TournamentStanding } from '$lib/base/protocol/types';

interface Numbered {
  readonly number: number;
}

/** What one knows of a tournament after a change; `null` for one of which one knows nothing that it could change. */
export function after(known: TournamentDetail | null, change: TournamentChange): TournamentDetail | null {
  const { state, full } = change;
  const settings = change.settings ?? known?.settings;
  if (settings === undefined || (known === null && !full)) return null;
  // Games of earlier rounds that one knows stay known, also when all of it is told anew.
  return {
    state,
    settings,
    standings: place(full ? [] : (known?.standings ?? []), change),
    // Who went before the start was never there.
    participants: put(full ? [] : (known?.participants ?? []), change.participants).filter(({ membership }) => membership !== 'gone'),
    invited: change.invited ?? known?.invited ?? [],
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

/** What has a number replaces what had it before. */
export function put<T extends Numbered>(known: readonly T[], news: readonly T[]): T[] {
  const all = new Map(known.map((one) => [one.number, one]));
  for (const one of news) all.set(one.number, one);
  return [...all.values()].sort((a, b) => a.number - b.number);
}
