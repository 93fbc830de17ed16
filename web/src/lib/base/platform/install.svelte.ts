/** The event with which Chromium offers that a site becomes an app. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  interface Window {
    /** The offer, which the script of the appearance keeps: it can come before any other script. */
    installPrompt?: InstallPrompt | null;
  }
}

/** How the reader can install this site as an app. */
export type Way = 'button' | 'ios' | 'none';

function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

/** The offer to install this site as an app. To be made while a component is. */
export class Install {
  #prompt = $state.raw<InstallPrompt | null>(window.installPrompt ?? null);
  /** Whether the site runs as an app already. */
  readonly #installed = matchMedia('(display-mode: standalone)').matches;

  readonly way: Way = $derived.by(() => {
    if (this.#installed) return 'none';
    if (this.#prompt !== null) return 'button';
    return isIos() ? 'ios' : 'none';
  });

  constructor() {
    $effect(() => {
      const take = (): void => {
        this.#prompt = window.installPrompt ?? null;
      };
      addEventListener('installable', take);
      return () => removeEventListener('installable', take);
    });
  }

  /** Asks the reader in the browser's own words. An offer can be used once. */
  async ask(): Promise<void> {
    const prompt = this.#prompt;
    window.installPrompt = null;
    this.#prompt = null;
    await prompt?.prompt();
  }
}
