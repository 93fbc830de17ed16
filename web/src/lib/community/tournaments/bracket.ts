import type { BracketMatch, BracketPart, TournamentFormatName } from '$lib/base/protocol/types';

/** The matches of a round in a part of a bracket, from top to bottom. */
export interface BracketColumn {
  readonly round: number;
  readonly matches: readonly BracketMatch[];
}

/** The displayed parts of a bracket, with the second match of a grand final next to the first. */
const SHOWN: Readonly<Record<BracketPart, BracketPart>> = { winners: 'winners', third_place: 'third_place', losers: 'losers', final: 'final', reset: 'final' };

/** Whether the participants of a format are eliminated by lost matches from the start. */
export function isElimination(form: TournamentFormatName): boolean {
  return form === 'knockout' || form === 'double_elimination';
}

/** A round of a knockout by its distance from the final. */
export interface Stage {
  readonly stage: 'final' | 'semi' | 'quarter' | 'eighth' | 'sixteenth' | 'early';
  /** The number of players who have a place in the round. */
  readonly players: number;
}

const STAGES = ['final', 'semi', 'quarter', 'eighth', 'sixteenth'] as const;

/** @param left the rounds that follow */
export function stageOf(left: number): Stage {
  return { stage: STAGES[left] ?? 'early', players: 2 ** (left + 1) };
}

/** Whether a format has a bracket, perhaps after groups. */
export function hasBracket(form: TournamentFormatName): boolean {
  return isElimination(form) || form === 'groups';
}

/**
 * The parts of a bracket with their columns, one for each round. A match that is never played, because both places are free, keeps its
 * place next to others; a column of such matches is left out.
 *
 * @param matches by number
 */
export function inColumns(matches: readonly BracketMatch[]): { part: BracketPart; columns: BracketColumn[] }[] {
  const parts = new Map<BracketPart, Map<number, BracketMatch[]>>();
  for (const one of matches) {
    const columns = parts.get(SHOWN[one.part]) ?? new Map<number, BracketMatch[]>();
    columns.set(one.round, [...(columns.get(one.round) ?? []), one]);
    parts.set(SHOWN[one.part], columns);
  }
  const isPlayed = ({ slots }: BracketMatch): boolean => slots.some(({ free }) => !free);
  return [...parts]
    .map(([part, columns]) => ({
      part,
      columns: [...columns].map(([round, column]) => ({ round, matches: column })).filter((column) => column.matches.some(isPlayed)),
    }))
    .filter(({ columns }) => columns.length > 0);
}
