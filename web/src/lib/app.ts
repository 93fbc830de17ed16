import { createContext } from 'svelte';
import { followSettings, t } from '$lib/i18n/i18n.svelte';
import { refusalText } from '$lib/i18n/words';
import { Router } from '$lib/router/router.svelte';
import { Session } from '$lib/session/session.svelte';
import { Refusal } from '$lib/protocol/refusal';
import { Toasts } from '$lib/ui/toasts.svelte';

/** What every page may use. */
export class App {
  readonly router = new Router();
  readonly toasts = new Toasts();

  /** Tells the reader why something was refused. Anything else than a refusal is a fault of ours. */
  readonly complain = (error: unknown): void => {
    if (!(error instanceof Refusal)) throw error;
    this.toasts.show(refusalText(error));
  };

  readonly session = new Session(this.complain);

  start(): void {
    followSettings(() => this.toasts.show(t('language.failed')));
    this.router.start();
    void this.session.start();
  }
}

export const [useApp, provideApp] = createContext<App>();
