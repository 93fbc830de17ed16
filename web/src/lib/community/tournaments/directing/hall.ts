import type { Mode, TournamentGame } from '$lib/base/protocol/types';

/** The director's view of a hall. */
export type Filter = 'all' | 'playing' | 'waiting' | 'done';
export const FILTERS: readonly Filter[] = ['all', 'playing', 'waiting', 'done'];

/** The number of a game's board, from 1: an aborted game is played again at the same board. */
export function boardOf({ pairing }: TournamentGame): number {
  return pairing + 1;
}

/** The colour of a side by its place in a game; `team` for a team, which has two colours. */
export function colorOf(mode: Mode, side: number): 'black' | 'white' | 'red' | 'team' {
  return mode === 'two' || mode === 'three' ? (['black', 'white', 'red'] as const)[side] ?? 'team' : 'team';
}

/** The state of a board: a player is missing, the game is played, it is over, or a director has decided it. */
export function stateOf({ verdict, ruling, sides }: TournamentGame, absent: ReadonlySet<number>): 'waiting' | 'playing' | 'done' | 'ruled' {
  if (verdict !== null) return ruling === null ? 'done' : 'ruled';
  return sides.some((side) => absent.has(side)) ? 'waiting' : 'playing';
}

export function isShown(game: TournamentGame, filter: Filter, absent: ReadonlySet<number>): boolean {
  const state = stateOf(game, absent);
  switch (filter) {
    case 'all':
      return true;
    case 'playing':
      return state === 'playing' || state === 'waiting';
    case 'waiting':
      return state === 'waiting';
    case 'done':
      return state === 'done' || state === 'ruled';
  }
}

/** Splits rows into pages of the same length, as equal as possible; at least one page. */
export function inPages<Row>(rows: readonly Row[], max: number): Row[][] {
  const count = Math.max(1, Math.ceil(rows.length / Math.max(1, max)));
  const length = Math.ceil(rows.length / count);
  return Array.from({ length: count }, (_, page) => rows.slice(page * length, (page + 1) * length));
}

/** A row of the tables of groups, or the name of a group above its rows. */
export type GroupRow<Row> = { readonly group: number } | { readonly row: Row };

/** Splits groups into columns of at most `max` rows. A group continues in the next column only if it is longer than a column. */
export function inGroupColumns<Row>(groups: readonly { readonly group: number; readonly rows: readonly Row[] }[], max: number): GroupRow<Row>[][] {
  const columns: GroupRow<Row>[][] = [];
  for (const { group, rows } of groups) {
    const block: GroupRow<Row>[] = [{ group }, ...rows.map((row) => ({ row }))];
    const last = columns.at(-1);
    if (last !== undefined && last.length + block.length <= max) last.push(...block);
    else columns.push(...inPages(block, max));
  }
  return columns;
}
