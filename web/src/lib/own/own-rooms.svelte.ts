import type { OwnRoom } from '$lib/protocol/types';
import type { Session } from '$lib/session/session.svelte';
import type { OwnRoomsFollower } from '$lib/socket/topics/topic';

import { merged, pending } from './standing';

/** The rooms in which one has a seat, kept up to date by the server, whatever page one looks at. */
export class OwnRooms implements OwnRoomsFollower {
  /** `null` until they are known; nobody has none. */
  all = $state.raw<readonly OwnRoom[] | null>(null);
  /** Those that are not over. */
  readonly pending = $derived(pending(this.all ?? []));
  readonly #session: Session;
  readonly #user = $derived.by(() => this.#session.user?.id ?? null);

  constructor(session: Session) {
    this.#session = session;
  }

  /** Follows the list for as long as one is somebody. To be called while a component is made. */
  start(): void {
    $effect(() => {
      if (this.#user === null) return;
      const { end } = this.#session.connection.follow({ kind: 'own', id: 'rooms' }, this);
      return () => {
        end();
        this.all = null;
      };
    });
  }

  changed(rooms: readonly OwnRoom[], gone: readonly string[], full: boolean): void {
    this.all = merged(full ? [] : (this.all ?? []), rooms, gone);
  }

  refused(): void {
    // A server that does not list them, or is in trouble for long: the page is as it is for a newcomer.
    this.all = null;
  }
}
