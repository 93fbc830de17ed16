const CHANNEL = 'sumito';

/** Words that the tabs of one browser say to each other. */
export type Word = 'somebody' | 'somebody else';

function channel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    // Browsers that keep nothing for a page let its tabs say nothing either.
    return null;
  }
}

/** Says a word to all other tabs. */
export function say(word: Word): void {
  const open = channel();
  open?.postMessage(word);
  open?.close();
}

/** Hears what other tabs say, for as long as the page exists. */
export function hear(word: Word, heard: () => void): void {
  channel()?.addEventListener('message', ({ data }) => {
    if (data === word) heard();
  });
}
