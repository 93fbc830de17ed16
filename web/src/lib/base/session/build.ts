import type { Greeting } from '$lib/base/socket/listener';

/** The number of the protocol that this client speaks. */
const PROTOCOL = 1;

/**
 * What the server is to the page: of the build that it was when the page was loaded, of a `newer` one, whose page would be
 * another, or `foreign`, with a protocol that the page does not speak.
 */
export type Build = 'same' | 'newer' | 'foreign';

/** Compares the server's greetings with the page's own build or, where the page does not know it, with the first greeting. */
export class BuildCheck {
  #known: string | null = ownBuild();

  check({ protocol, client }: Greeting): Build {
    if (protocol !== PROTOCOL) return 'foreign';
    // A server that is being worked on has no client for a moment: that says nothing.
    if (client === null) return 'same';
    this.#known ??= client;
    return client === this.#known ? 'same' : 'newer';
  }
}

/** The build that the server wrote into the head of the page. A page from the service worker's cache has none. */
function ownBuild(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="sumito-client"]')?.content ?? null;
}
