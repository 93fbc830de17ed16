import type { Clock, MoveTiming } from '$lib/protocol/types';

/** What a move can do to a clock, besides taking time. */
export type Entry = 'server' | 'forgiven' | 'free' | 'added';

/** A shorter time is shown as 0. */
const SHOWN_FROM_MS = 50;

/** What there is to tell of the moves of a game. What the server took is told where it took so long that one can see it. */
export function entriesOf(clock: Clock, ledger: readonly MoveTiming[]): readonly Entry[] {
  const uncharged: Entry[] = ledger.some(({ server_ms }) => server_ms >= SHOWN_FROM_MS) ? ['server', 'forgiven'] : ['forgiven'];
  switch (clock.kind) {
    case 'none':
      return [];
    case 'fischer':
    case 'bronstein':
      return [...uncharged, 'added'];
    case 'delay':
      return [...uncharged, 'free'];
    case 'sudden_death':
    case 'per_move':
    case 'per_game':
      return uncharged;
  }
}
