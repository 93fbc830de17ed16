import type { Clock, Command } from '$lib/protocol/types';
import type { Session } from '$lib/session/session.svelte';

/** A seek that was begun in this tab. */
export interface Sought {
  readonly seek: string;
  /** How thinking time will be limited. */
  readonly clock: Clock;
  /** With what to seek again on another socket; `null` where one has taken somebody else's. */
  readonly again: { readonly command: Command; readonly id: string } | null;
}

/** What one seeks from this tab: its board opens here. */
export class Seeking {
  current = $state.raw<Sought | null>(null);

  /**
   * Seeks no longer.
   *
   * @throws {Failure} (as a rejection) when it is refused, not sent or not answered
   */
  async cancel(session: Pick<Session, 'request'>): Promise<void> {
    await session.request({ type: 'cancel_seek' });
    this.current = null;
  }
}
