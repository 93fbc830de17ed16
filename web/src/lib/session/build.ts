import type { Greeting } from '$lib/socket/listener';

/** The number of the protocol that this client speaks. */
const PROTOCOL = 1;

/**
 * What the server is to the page: of the build that it was when the page was loaded, of a `newer` one, whose page would be
 * another, or `foreign`, with a protocol that the page does not speak.
 */
export type Build = 'same' | 'newer' | 'foreign';

/** Compares the server's greetings with the first one. */
export class BuildCheck {
  #first: string | null = null;

  check({ protocol, server }: Greeting): Build {
    if (protocol !== PROTOCOL) return 'foreign';
    this.#first ??= server;
    return server === this.#first ? 'same' : 'newer';
  }
}
