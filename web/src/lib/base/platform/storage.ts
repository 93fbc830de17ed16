/** Storage that outlasts a page: `session` until its tab is closed, `local` for all tabs, permanently. */
export type Lasting = 'session' | 'local';

/** In a browser without storage, every read returns nothing: callers must handle that. */
function storage(lasting: Lasting): Storage | null {
  try {
    return lasting === 'session' ? sessionStorage : localStorage;
  } catch {
    // Browsers that block cookies throw here.
    return null;
  }
}

export function read(lasting: Lasting, key: string): string | null {
  return storage(lasting)?.getItem(key) ?? null;
}

/**
 * @param value `null` to delete it
 * @returns whether it is stored
 */
export function write(lasting: Lasting, key: string, value: string | null): boolean {
  const kept = storage(lasting);
  try {
    if (value === null) kept?.removeItem(key);
    else kept?.setItem(key, value);
    return kept !== null;
  } catch {
    // The quota is used up.
    return false;
  }
}
