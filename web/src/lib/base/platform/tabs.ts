const CHANNEL = 'sumito';

/**
 * Messages between the tabs of one browser: `guest-created` after a tab has made an anonymous visitor a guest, `user-changed` after a
 * login, a logout or the creation of an account.
 */
export type TabMessage = 'guest-created' | 'user-changed';

function channel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    // Browsers without storage have no channels between tabs either.
    return null;
  }
}

/** Sends a message to all other tabs. */
export function broadcast(message: TabMessage): void {
  const open = channel();
  open?.postMessage(message);
  open?.close();
}

/** Calls the handler each time another tab sends the message, for as long as the page exists. */
export function onBroadcast(message: TabMessage, handler: () => void): void {
  channel()?.addEventListener('message', ({ data }) => {
    if (data === message) handler();
  });
}
