import type { MyGame } from '$lib/base/protocol/types';
import type { Session } from './session.svelte';
import type { MyGamesFollower } from '$lib/base/socket/topics/topic';

import { merged, pending } from './room-list';

/** The rooms in which the user has a seat, kept up to date by the server on every page. */
export class MyGames implements MyGamesFollower {
  /** `null` until they are loaded; an anonymous visitor has none. */
  all = $state.raw<readonly MyGame[] | null>(null);
  /** The rooms that are not over. */
  readonly pending = $derived(pending(this.all ?? []));
  readonly #session: Session;
  readonly #user = $derived.by(() => this.#session.user?.id ?? null);

  constructor(session: Session) {
    this.#session = session;
  }

  /** Follows the list while the user has an identity. Call it while a component is created. */
  start(): void {
    $effect(() => {
      if (this.#user === null) return;
      const { end } = this.#session.connection.follow({ kind: 'myGames', id: 'all' }, this);
      return () => {
        end();
        this.all = null;
      };
    });
  }

  changed(rooms: readonly MyGame[], gone: readonly string[], full: boolean): void {
    this.all = merged(full ? [] : (this.all ?? []), rooms, gone);
  }

  onError(): void {
    // The server rejects the list, or fails for long: the page is shown as without games.
    this.all = null;
  }
}
