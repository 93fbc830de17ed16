import type { Clock, Command, Mode } from '$lib/base/protocol/types';
import type { Session } from './session.svelte';

/** A seek that was started in this tab. */
export interface Sought {
  readonly seek: string;
  /** The clock of the game. */
  readonly clock: Clock;
  readonly mode: Mode;
  readonly rated?: boolean;
  /** When the search started, in microseconds since the Unix epoch, by the server's clock. */
  readonly since: number;
  /** The request that seeks again on another socket; `null` if the user took another player's seek. */
  readonly again: { readonly command: Command; readonly id: string } | null;
}

/** The seek of this tab: its board opens here. */
export class Seeking {
  current = $state.raw<Sought | null>(null);

  /**
   * Cancels the seek.
   *
   * @throws {Failure} (as a rejection) when the request is rejected, not sent or not answered
   */
  async cancel(session: Pick<Session, 'request'>): Promise<void> {
    await session.request({ type: 'cancel_seek' });
    this.current = null;
  }
}
