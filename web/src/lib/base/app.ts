import { createContext } from 'svelte';
import { errors } from '$lib/base/i18n/errors';
import { followSettings, t } from '$lib/base/i18n/i18n.svelte';
import { failureText } from '$lib/base/i18n/words';
import { paths } from '$lib/base/router/routes';
import { Router } from '$lib/base/router/router.svelte';
import { Seeking } from '$lib/base/session/seeking.svelte';
import { MyGames } from '$lib/base/session/my-games.svelte';
import { Session } from '$lib/base/session/session.svelte';
import { Failure } from '$lib/base/protocol/failure';
import { Toasts } from '$lib/base/ui/toasts.svelte';

/** The services that every page may use. */
export class App {
  readonly router = new Router();
  readonly toasts = new Toasts();

  /** Shows the reader why an action failed. Errors of any other kind are bugs. */
  readonly showError = (error: unknown): void => {
    if (!(error instanceof Failure)) throw error;
    this.toasts.show(failureText(error));
  };

  readonly session = new Session(this.showError, () => this.router.go(paths.logIn));
  readonly myGames = new MyGames(this.session);
  readonly seeking = new Seeking();

  /** @param framed whether the page is shown in a frame on another site, where visitors cannot play and have no identity */
  start(framed: boolean): void {
    followSettings(() => this.toasts.show(t('language.failed')));
    this.router.start();
    if (!framed) this.session.start();
    // Without them the server's own texts are shown.
    void errors.load().catch(() => undefined);
  }
}

export const [useApp, provideApp] = createContext<App>();
