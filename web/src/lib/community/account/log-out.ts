import { logOut as endSession } from '$lib/base/api/account';
import type { App } from '$lib/base/app';
import { paths } from '$lib/base/router/routes';
import { settings } from '$lib/base/settings/settings.svelte';
import { dropPushes } from '$lib/play/notifications/push';

/** Ends the session of this browser, and leads to the home page. */
export async function logOut({ router, session, showError }: Pick<App, 'router' | 'session' | 'showError'>): Promise<void> {
  try {
    await session.ask(endSession);
    void dropPushes();
    await session.become(null);
    settings.set('member', 'no');
    router.go(paths.home);
  } catch (error) {
    showError(error);
  }
}
