const KEY = 'sumito.reloaded';

/**
 * Loads the whole page anew, unless that was tried for this address already or there is no network.
 *
 * @returns whether it does
 */
export function reloadOnce(pathname: string): boolean {
  if (!navigator.onLine) return false;
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
