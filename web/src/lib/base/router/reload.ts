const KEY = 'sumito.reloaded';

/** Whether the page would come after a reload: otherwise the browser would show its own error instead. */
export async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/**
 * Reloads the whole page, unless that was tried for this address already.
 *
 * @returns whether it does
 */
export function reloadOnce(pathname: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) === pathname) return false;
    sessionStorage.setItem(KEY, pathname);
  } catch {
    // A browser that remembers nothing would do it for ever.
    return false;
  }
  location.reload();
  return true;
}
