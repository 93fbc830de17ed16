/** What outlasts a page: `session` until its tab is closed, `local` for all tabs and for good. */
export type Lasting = 'session' | 'local';

/** Where a browser keeps nothing for us, everything reads as not there: whoever asks has to live with that. */
function storage(lasting: Lasting): Storage | null {
  try {
    return lasting === 'session' ? sessionStorage : localStorage;
  } catch {
    // Browsers that block cookies block this, too, by throwing.
    return null;
  }
}

export function read(lasting: Lasting, key: string): string | null {
  return storage(lasting)?.getItem(key) ?? null;
}

/**
 * @param value `null` to forget it
 * @returns whether that is kept
 */
export function write(lasting: Lasting, key: string, value: string | null): boolean {
  const kept = storage(lasting);
  try {
    if (value === null) kept?.removeItem(key);
    else kept?.setItem(key, value);
    return kept !== null;
  } catch {
    // There is no room left.
    return false;
  }
}
