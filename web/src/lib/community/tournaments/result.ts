import type { TournamentGame, TournamentVerdict } from '$lib/base/protocol/types';

/** The result of a game for a side. */
export type SideResult = 'won' | 'drawn' | 'lost' | 'open' | 'void';

export function sideResult(verdict: TournamentVerdict | null, side: number): SideResult {
  if (verdict === null) return 'open';
  if (verdict.kind === 'void') return 'void';
  if (verdict.winners.includes(side)) return 'won';
  return verdict.kind === 'played' && verdict.winners.length === 0 ? 'drawn' : 'lost';
}

/** The sign of the result in a cross-table. */
export const SIGNS: Readonly<Record<SideResult, string>> = { won: '1', drawn: '½', lost: '0', open: '·', void: '–' };

/** The games between two participants, from the point of view of the first: a sign for each game. */
export function meetings(games: readonly TournamentGame[], one: number, other: number): { sign: string; game: TournamentGame }[] {
  if (one === other) return [];
  return games.flatMap((game) => {
    const side = game.sides.indexOf(one);
    if (side < 0 || !game.sides.includes(other)) return [];
    return [{ sign: SIGNS[sideResult(game.verdict, side)], game }];
  });
}
