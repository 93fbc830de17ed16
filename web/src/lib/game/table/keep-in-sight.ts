import type { Attachment } from 'svelte/attachments';

/**
 * Keeps the button of a ply in the middle of a list that scrolls, without moving the page: also when the list becomes
 * higher or lower. A focus that is in the list goes along.
 */
export function keepInSight(ply: () => number): Attachment<HTMLElement> {
  return (list) => {
    const wanted = ply();
    // It also reports the first size, after the layout of the page and before it is painted.
    const observer = new ResizeObserver(() => reveal(list, wanted));
    observer.observe(list);
    if (list.contains(document.activeElement)) buttonOf(list, wanted)?.focus({ preventScroll: true });
    return () => observer.disconnect();
  };
}

function reveal(list: HTMLElement, ply: number): void {
  const current = buttonOf(list, ply);
  if (current === null) {
    list.scrollTo({ top: 0, left: 0 });
    return;
  }
  const [inner, outer] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollBy({
    top: inner.top + inner.height / 2 - outer.top - outer.height / 2,
    left: inner.left + inner.width / 2 - outer.left - outer.width / 2,
  });
}

function buttonOf(list: HTMLElement, ply: number): HTMLElement | null {
  return list.querySelector(`[data-ply="${ply}"]`);
}
