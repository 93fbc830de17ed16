import type { Attachment } from 'svelte/attachments';

/**
 * Runs something only while the element can be seen: not when it is scrolled out of sight, nor when the page is hidden.
 *
 * @param begin is called when the element comes into sight; what it returns is called when it goes
 */
export function whileSeen(begin: () => () => void): Attachment<Element> {
  return (element) => {
    let inSight = false;
    let end: (() => void) | null = null;

    function update(): void {
      const seen = inSight && document.visibilityState === 'visible';
      if (seen === (end !== null)) return;
      if (seen) end = begin();
      else {
        end?.();
        end = null;
      }
    }

    const observer = new IntersectionObserver((entries) => {
      inSight = entries.at(-1)?.isIntersecting ?? false;
      update();
    });
    observer.observe(element);
    document.addEventListener('visibilitychange', update);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
      end?.();
    };
  };
}
