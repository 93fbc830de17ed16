/** The address of the page's own icon, once it has been replaced by one with a dot. */
let plain: string | null = null;

const DOT = '<circle cx="50" cy="14" r="13" fill="#d43c2e" stroke="#fff" stroke-width="3"/>';

/** Adds a dot to the page's icon, or removes it. */
export async function markFavicon(marked: boolean): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"][type="image/svg+xml"]');
  if (link === null) return;
  if (!marked) {
    if (plain !== null) link.href = plain;
    plain = null;
    return;
  }
  if (plain !== null) return;
  plain = link.href;
  const address = plain;
  try {
    const svg = await (await fetch(address)).text();
    // The icon may be unmarked by now.
    if (plain === address) link.href = `data:image/svg+xml,${encodeURIComponent(svg.replace('</svg>', `${DOT}</svg>`))}`;
  } catch {
    plain = null;
  }
}
