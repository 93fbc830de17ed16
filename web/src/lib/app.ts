import { createContext } from 'svelte';
import { errors } from '$lib/i18n/errors';
import { followSettings, t } from '$lib/i18n/i18n.svelte';
import { failureText } from '$lib/i18n/words';
import { Router } from '$lib/router/router.svelte';
import { Seeking } from '$lib/matchmaking/seeking.svelte';
import { OwnRooms } from '$lib/own/own-rooms.svelte';
import { Session } from '$lib/session/session.svelte';
import { Failure } from '$lib/protocol/failure';
import { Toasts } from '$lib/ui/toasts.svelte';

/** What every page may use. */
export class App {
  readonly router = new Router();
  readonly toasts = new Toasts();

  /** Tells the reader why something did not come about. Anything else is a fault of ours. */
  readonly complain = (error: unknown): void => {
    if (!(error instanceof Failure)) throw error;
    this.toasts.show(failureText(error));
  };

  readonly session = new Session(this.complain);
  readonly own = new OwnRooms(this.session);
  readonly seeking = new Seeking();

  /** @param framed whether the page is shown in a frame on another site, where nobody plays and nobody is anybody */
  start(framed: boolean): void {
    followSettings(() => this.toasts.show(t('language.failed')));
    this.router.start();
    if (!framed) this.session.start();
    // Without them servers speak for themselves.
    void errors.load().catch(() => undefined);
  }
}

export const [useApp, provideApp] = createContext<App>();
