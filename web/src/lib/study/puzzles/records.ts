import { read, write } from '$lib/base/platform/storage';
import type { RunKind } from '$lib/base/protocol/types';
import { parsed } from '$lib/base/settings/stored';

const KEY = 'sumito.puzzle-records';

/** The best score in this browser. The server keeps the records of accounts only. */
export function browserRecord(kind: RunKind): number {
  const score = parsed(read('local', KEY) ?? '')[kind];
  return typeof score === 'number' && Number.isSafeInteger(score) && score > 0 ? score : 0;
}

/** Stores a score if it is better. */
export function recordInBrowser(kind: RunKind, score: number): void {
  if (score > browserRecord(kind)) write('local', KEY, JSON.stringify({ ...parsed(read('local', KEY) ?? ''), [kind]: score }));
}
