import type { Attachment } from 'svelte/attachments';

import { whileSeen } from './while-seen';

/**
 * Loads something when the element becomes visible, and again and again while it is: never twice within a time.
 *
 * @param everyMs the time between two loads, in milliseconds
 * @param last the time of a load before, by the clock of `performance`
 */
export function reloadedWhileSeen(everyMs: number, load: () => void, last = -Infinity): Attachment<Element> {

  function reload(): void {
    last = performance.now();
    load();
  }

  return whileSeen(() => {
    let timer: ReturnType<typeof setTimeout>;
    function wait(): void {
      const left = last + everyMs - performance.now();
      if (left <= 0) reload();
      timer = setTimeout(wait, left <= 0 ? everyMs : left);
    }
    wait();
    return () => clearTimeout(timer);
  });
}
