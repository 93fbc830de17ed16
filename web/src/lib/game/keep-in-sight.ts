import type { Attachment } from 'svelte/attachments';

/**
 * Keeps the element of a ply in the middle of a list that scrolls, without moving the page: also when the list becomes
 * higher or lower.
 */
export function keepInSight(ply: () => number): Attachment<HTMLElement> {
  return (list) => {
    const wanted = ply();
    const observer = new ResizeObserver(() => reveal(list, wanted));
    observer.observe(list);
    reveal(list, wanted);
    return () => observer.disconnect();
  };
}

function reveal(list: HTMLElement, ply: number): void {
  const current = list.querySelector<HTMLElement>(`[data-ply="${ply}"]`);
  if (current === null) {
    list.scrollTo({ top: 0, left: 0 });
    return;
  }
  list.scrollTo({
    top: current.offsetTop - (list.clientHeight - current.offsetHeight) / 2,
    left: current.offsetLeft - (list.clientWidth - current.offsetWidth) / 2,
  });
}
