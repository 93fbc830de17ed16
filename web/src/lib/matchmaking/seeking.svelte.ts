import type { Command } from '$lib/protocol/types';

/** A seek that was begun in this tab. */
export interface Sought {
  readonly seek: string;
  /** With what to seek again on another socket; `null` where one has taken somebody else's. */
  readonly again: { readonly command: Command; readonly id: string } | null;
}

/** What one seeks from this tab: its board opens here. */
export class Seeking {
  current = $state.raw<Sought | null>(null);
}
