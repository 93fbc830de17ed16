import { settings } from '$lib/base/settings/settings.svelte';
import type { Values } from '$lib/base/settings/values';

import type { Sound } from './score';
import type { Synth } from './synth';

const VOLUMES: Readonly<Record<Values['volume'], number>> = { soft: 0.2, medium: 0.45, loud: 0.9 };

/** Plays the sounds of a page: none before the user's first gesture, and only those that the user wants. */
export class Sounds {
  readonly #load: () => Promise<Synth>;
  #synth: Promise<Synth> | null = null;

  /** @param load creates the synthesiser, on the first sound */
  constructor(load: () => Promise<Synth>) {
    this.#load = load;
  }

  play(sound: Sound): void {
    if (settings.get('sound') === 'off' || !mayBeHeard()) return;
    this.#synth ??= this.#load();
    this.#synth
      .then((synth) => synth.play(sound, VOLUMES[settings.get('volume')]))
      .catch(() => {
        // Without a network, or without an audio device, the next sound tries again.
        this.#synth = null;
      });
  }
}

/** Browsers allow sound after the first touch or key; until then they keep the page silent. */
function mayBeHeard(): boolean {
  if (!('AudioContext' in globalThis)) return false;
  const { userActivation } = navigator as { readonly userActivation?: UserActivation };
  return userActivation?.hasBeenActive ?? true;
}

/** The sounds of this page. */
export const sounds = new Sounds(async () => new (await import('./synth')).Synth());
