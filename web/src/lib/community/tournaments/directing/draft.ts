import type { ByeKind, Mode, TournamentDetail, TournamentDraftBye, TournamentGame } from '$lib/base/protocol/types';

/** The pairing of a round while a director changes it. The first of a table starts. */
export interface Pairing {
  readonly tables: readonly (readonly number[])[];
  readonly byes: readonly TournamentDraftBye[];
}

/** The kinds of byes that a director gives. */
export const BYES: readonly ByeKind[] = ['full', 'half', 'absent'];

/** Exchanges the places of two participants; two with a bye meet, unless three play a game. */
export function exchanged({ tables, byes }: Pairing, one: number, other: number, mode: Mode = 'two'): Pairing {
  const rests = (number: number): boolean => byes.some(({ participant }) => participant === number);
  if (rests(one) && rests(other) && mode !== 'three') {
    return { tables: [...tables, [one, other]], byes: byes.filter(({ participant }) => participant !== one && participant !== other) };
  }
  const swapped = (number: number): number => (number === one ? other : number === other ? one : number);
  return {
    tables: tables.map((table) => table.map(swapped)),
    byes: byes.map((bye) => ({ ...bye, participant: swapped(bye.participant) })),
  };
}

/** Gives each player of a table the colour of the next one. */
export function turned({ tables, byes }: Pairing, place: number): Pairing {
  return { tables: tables.map((table, index) => (index === place ? [...table.slice(1), ...table.slice(0, 1)] : table)), byes };
}

/** Gives both players of a table a bye. */
export function split({ tables, byes }: Pairing, place: number): Pairing {
  const free = (tables[place] ?? []).map((participant) => ({ participant, kind: 'full' as const }));
  return { tables: tables.filter((_, index) => index !== place), byes: [...byes, ...free] };
}

/** Changes the kind of a participant's bye. */
export function withBye({ tables, byes }: Pairing, participant: number, kind: ByeKind): Pairing {
  return { tables, byes: byes.map((bye) => (bye.participant === participant ? { participant, kind } : bye)) };
}

/** Whether two pairings are the same, in whatever order their byes are. */
export function isSame(one: Pairing, other: Pairing): boolean {
  const text = ({ tables, byes }: Pairing): string => JSON.stringify([tables, byes.map(({ participant, kind }) => `${participant} ${kind}`).toSorted()]);
  return text(one) === text(other);
}

/** Whether two participants of a table have played each other. */
export function haveMet(games: readonly TournamentGame[], table: readonly number[]): boolean {
  return games.some(({ sides, verdict }) => verdict?.kind === 'played' && table.filter((one) => sides.includes(one)).length > 1);
}

/** Whether a director has forbidden two participants to meet. */
export function areForbidden(pairs: readonly (readonly number[])[], table: readonly number[]): boolean {
  return pairs.some((pair) => pair.every((one) => table.includes(one)));
}

/** Whether a director can prepare the pairing of the next round now, or has prepared it. */
export function canDraft({ settings, state }: TournamentDetail): boolean {
  return settings.form.form === 'swiss' && state.status === 'running' && (state.next_round_at !== null || state.draft !== null);
}
