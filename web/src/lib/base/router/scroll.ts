/** Scroll positions by entry of the history, in `sessionStorage`, so that they survive a reload. */
const KEY = 'sumito.scroll.';

export function rememberScroll(entry: string): void {
  try {
    sessionStorage.setItem(KEY + entry, String(scrollY));
  } catch {
    // Without storage the page starts at the top.
  }
}

export function rememberedScroll(entry: string): number {
  try {
    return Number(sessionStorage.getItem(KEY + entry) ?? 0);
  } catch {
    return 0;
  }
}

/** Input that means that the reader scrolls: the page stops its own scrolling. */
const BY_HAND = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Scrolls to `top` as soon as the page is long enough: lists may still be loading.
 *
 * @returns a function that cancels it
 */
export function scrollWhenLongEnough(top: number): () => void {
  const stopping = new AbortController();
  const observer = new ResizeObserver(attempt);

  function attempt(): void {
    const longEnough = document.documentElement.scrollHeight - innerHeight >= top;
    scrollTo(0, top);
    if (longEnough) stopping.abort();
  }

  stopping.signal.addEventListener('abort', () => observer.disconnect());
  for (const event of BY_HAND) addEventListener(event, () => stopping.abort(), { signal: stopping.signal, once: true });
  observer.observe(document.body);
  attempt();
  return () => stopping.abort();
}
