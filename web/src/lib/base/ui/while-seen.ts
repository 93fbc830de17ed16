import type { Attachment } from 'svelte/attachments';

/**
 * Runs a function only while the element is visible: not when it is scrolled away, nor when the page is hidden.
 *
 * @param start is called when the element becomes visible; the function that it returns is called when it disappears
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
