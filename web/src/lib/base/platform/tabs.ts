const CHANNEL = 'sumito';

/** Messages between the tabs of one browser. */
export type Word = 'somebody' | 'somebody else';

function channel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    // Browsers without storage have no channels between tabs either.
    return null;
  }
}

/** Sends a message to all other tabs. */
export function say(word: Word): void {
  const open = channel();
  open?.postMessage(word);
  open?.close();
}

/** Listens to messages of other tabs, for as long as the page exists. */
export function hear(word: Word, heard: () => void): void {
  channel()?.addEventListener('message', ({ data }) => {
    if (data === word) heard();
  });
}
