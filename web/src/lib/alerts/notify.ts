import { notifications } from '$lib/platform/secure';
import { settings } from '$lib/settings/settings.svelte';

/**
 * Tells something by a notification of the system, where the player wants that and does not see the page. A click on it leads back.
 *
 * @param about what it is about: a newer one about the same takes its place
 * @returns takes it away again
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
    // Some phones have the constructor only to refuse it.
    return () => undefined;
  }
}
