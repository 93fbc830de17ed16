import type { Greeting } from '$lib/base/socket/listener';

/** The number of the protocol that this client speaks. */
const PROTOCOL = 1;

/**
 * The server's build as seen from the page: the `same` as when the page was loaded, `newer` with another page, or `foreign`
 * with a protocol that the page does not support.
 */
export type Build = 'same' | 'newer' | 'foreign';

/** Compares the server's greetings with the page's own build or, if that is unknown, with the first greeting. */
export class BuildCheck {
  #known: string | null = ownBuild();

  check({ protocol, client }: Greeting): Build {
    if (protocol !== PROTOCOL) return 'foreign';
    // During maintenance a server has no client for a moment: that is no new build.
    if (client === null) return 'same';
    this.#known ??= client;
    return client === this.#known ? 'same' : 'newer';
  }
}

/** The build that the server wrote into the head of the page. A page from the service worker's cache has none. */
function ownBuild(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="sumito-client"]')?.content ?? null;
}
