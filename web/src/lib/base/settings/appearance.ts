import type { Values } from './values';

/**
 * Applies the chosen appearance: the style sheets use `data-appearance` and `data-board`. Before the first paint
 * `public/appearance.js` does the same with the stored values.
 */
export function showAppearance({ appearance, board }: Pick<Values, 'appearance' | 'board'>): void {
  const { dataset } = document.documentElement;
  dataset['appearance'] = appearance;
  dataset['board'] = board;
  // The colour that the browser paints around the page follows.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.dataset['appearance'];
    meta.media = appearance === 'system' ? `(prefers-color-scheme: ${own ?? 'light'})` : own === appearance ? 'all' : 'not all';
  }
}
