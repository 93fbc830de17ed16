import { ATTEMPTS_FILE } from '$lib/base/api/puzzles';
import { PATIENCE_MS, reached, refusalOf } from '$lib/base/api/ask';
import { dayOf } from '$lib/base/i18n/days';
import type { PuzzleAttempt } from '$lib/base/protocol/types';

/** The caller's first attempts, the latest first. The rest of the file is not loaded once the caller stops. */
export async function* firstAttempts(token: string | null): AsyncGenerator<PuzzleAttempt> {
  const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
  const response = await reached(fetch(ATTEMPTS_FILE, { headers, signal: AbortSignal.timeout(PATIENCE_MS) }));
  if (!response.ok) throw await refusalOf(response);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let rest = '';
  try {
    for (;;) {
      const { done, value = '' } = await reached(reader.read());
      const lines = (rest + value).split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      for (const line of lines) if (line !== '') yield JSON.parse(line) as PuzzleAttempt;
      if (done) return;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** The last attempts, and the days in a row with one. */
export interface History {
  /** The latest first. */
  readonly attempts: readonly PuzzleAttempt[];
  /** Up to today, or up to yesterday while there is none today. */
  readonly days: number;
}

/** Reads attempts until enough are known and a day is missing. @param most the number that is kept */
export async function historyOf(all: AsyncIterable<PuzzleAttempt>, most: number, now: number): Promise<History> {
  const attempts: PuzzleAttempt[] = [];
  const today = dayOf(now);
  let last: number | null = null;
  let days = 0;
  let broken = false;
  for await (const attempt of all) {
    if (attempts.length < most) attempts.push(attempt);
    const day = dayOf(attempt.at);
    broken ||= (last ?? today) - day > 1;
    if (!broken && day !== last) days += 1;
    last = day;
    if (broken && attempts.length >= most) break;
  }
  return { attempts, days };
}

/** Adds the attempt of this moment. @param most the number that is kept */
export function withAttempt({ attempts, days }: History, attempt: PuzzleAttempt, most: number): History {
  const [last] = attempts;
  const passed = last === undefined ? Infinity : dayOf(attempt.at) - dayOf(last.at);
  return { attempts: [attempt, ...attempts].slice(0, most), days: passed === 0 ? days : passed === 1 ? days + 1 : 1 };
}
