import type { TournamentDetail, TournamentStanding } from '$lib/base/protocol/types';

/** A group with its table. */
export interface Group {
  /** The number of the group, from 1. */
  readonly group: number;
  /** Its players, from first to last. */
  readonly rows: readonly TournamentStanding[];
}

/** The groups of a tournament by number; none in formats without groups, and before the start. */
export function inGroups(standings: readonly TournamentStanding[]): Group[] {
  const groups = new Map<number, TournamentStanding[]>();
  for (const row of standings) {
    if (row.group !== undefined) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
  }
  return [...groups]
    .map(([group, rows]) => ({ group, rows: rows.toSorted((one, other) => (one.group_place ?? 0) - (other.group_place ?? 0)) }))
    .sort((one, other) => one.group - other.group);
}

/** Whether the standings belong to the groups: before the first round of the knockout after them. */
export function isInGroups({ settings: { form }, state }: TournamentDetail): boolean {
  if (form.form !== 'groups' || state.rounds === null) return false;
  const knockout = Math.ceil(Math.log2(form.groups * form.advance));
  return state.round <= state.rounds - knockout;
}
