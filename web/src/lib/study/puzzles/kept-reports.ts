import { read, write } from '$lib/base/platform/storage';
import { fieldsOf } from '$lib/base/settings/stored';

const KEY = 'sumito.puzzle-reports';

/** More are not stored: the oldest are dropped. */
export const MAX_REPORTS = 100;

/** A first attempt that the server has not received yet. */
export interface Report {
  readonly puzzle: string;
  /** The solver's moves, up to the first that is wrong. */
  readonly moves: readonly string[];
  /** The id of the user who made it; `null` if it was not known. */
  readonly user: string | null;
}

/** The stored reports, the oldest first. */
export function keptReports(): readonly Report[] {
  try {
    const stored: unknown = JSON.parse(read('local', KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isReport) : [];
  } catch {
    return [];
  }
}

/**
 * Stores a report. Of several about a puzzle the first counts.
 *
 * @returns whether it is stored
 */
export function keepReport(report: Report): boolean {
  const kept = keptReports();
  if (kept.some(({ puzzle, user }) => puzzle === report.puzzle && user === report.user)) return true;
  return store([...kept, report].slice(-MAX_REPORTS));
}

export function dropReport({ puzzle, user }: Report): void {
  store(keptReports().filter((kept) => kept.puzzle !== puzzle || kept.user !== user));
}

function store(reports: readonly Report[]): boolean {
  return write('local', KEY, reports.length === 0 ? null : JSON.stringify(reports));
}

function isReport(value: unknown): value is Report {
  const { puzzle, moves, user } = fieldsOf(value);
  const isText = (each: unknown): boolean => typeof each === 'string';
  return isText(puzzle) && Array.isArray(moves) && moves.every(isText) && (user === null || isText(user));
}
