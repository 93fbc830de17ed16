/** The query parameters of the filter: the server defines their meaning. */
const WORDS = [
  'player',
  'opponent',
  'mode',
  'layout',
  'result',
  'reason',
  'rated',
  'plies_min',
  'plies_max',
  'since',
  'until',
] as const;

export type SearchWord = (typeof WORDS)[number];
/** The filter of the list of games. */
export type Search = Readonly<Partial<Record<SearchWord, string>>>;

/** The filter parameters of a query. */
export function searchOf(query: URLSearchParams): Search {
  return Object.fromEntries(WORDS.flatMap((word) => {
    const value = query.get(word);
    return value === null || value === '' ? [] : [[word, value]];
  }));
}

/** The parameters for an address, `null` for those that are left out. */
export function wordsOf(search: Search): Record<SearchWord, string | null> {
  return Object.fromEntries(WORDS.map((word) => [word, search[word] ?? null])) as Record<SearchWord, string | null>;
}

const DAY_MS = 86_400_000;

/** The first moment of a day of the reader's calendar, or of the day after it, in microseconds; absent for an invalid day. */
export function momentOf(day: string, which: 'first' | 'after'): string | undefined {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number);
  const moment = new Date(year, month - 1, date + (which === 'after' ? 1 : 0)).getTime();
  return Number.isNaN(moment) ? undefined : String(moment * 1000);
}

/** The day that {@link momentOf} was given, as a field for dates has it. */
export function dayOf(moment: string | undefined, which: 'first' | 'after'): string {
  const date = new Date(Number(moment) / 1000 - (which === 'after' ? DAY_MS / 2 : 0));
  if (moment === undefined || Number.isNaN(date.getTime())) return '';
  const part = (number: number): string => String(number).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}
