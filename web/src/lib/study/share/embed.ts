import { addressWith } from '$lib/base/router/address';

/** Room for the board, the players and the moves below each other. */
const [WIDTH, HEIGHT] = [480, 640];

/**
 * The HTML that shows a finished game on another site.
 *
 * @param site the origin of this site
 * @param title for screen readers
 * @param ply the position to show, if it is not the last
 */
export function embedCode(site: string, id: string, title: string, ply?: number): string {
  const path = addressWith(`/embed/game/${encodeURIComponent(id)}`, { ply: ply === undefined ? null : String(ply) });
  const address = new URL(path, site).href;
  return `<iframe src="${escaped(address)}" title="${escaped(title)}" width="${WIDTH}" height="${HEIGHT}" style="border: 0" loading="lazy"></iframe>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (each) => `&#${each.codePointAt(0)};`);
}
