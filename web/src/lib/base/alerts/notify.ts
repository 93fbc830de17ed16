import { notifications } from '$lib/base/platform/secure';
import { settings } from '$lib/base/settings/settings.svelte';

/**
 * Shows a system notification if the player has turned them on and the page is hidden. A click on it focuses the page.
 *
 * @param about its subject: a newer notification about the same subject replaces it
 * @returns a function that removes the notification
 */
export function notify(title: string, body: string, about: string): () => void {
  const system = notifications();
  if (system?.permission !== 'granted' || settings.get('notifications') === 'off' || !document.hidden) return () => undefined;
  try {
    const shown = new system(title, { body, tag: about, icon: '/favicon.svg' });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
    return () => shown.close();
  } catch {
    // Some phones have the constructor, but it always throws.
    return () => undefined;
  }
}
