let last = Promise.resolve();

/**
 * Waits for a task of the browser's event loop that is the caller's own, in the order of the calls. Work that can wait is done
 * there, so that the browser draws and takes input in between.
 */
export function turn(): Promise<void> {
  last = last.then(() => new Promise((begin) => setTimeout(begin)));
  return last;
}
