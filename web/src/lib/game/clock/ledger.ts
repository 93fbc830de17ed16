import type { Clock, MoveTiming } from '$lib/base/protocol/types';

/** The effects of a move on a clock, besides the time taken. */
export type Entry = 'server' | 'forgiven' | 'free' | 'added';

/** A shorter time is shown as 0. */
const SHOWN_FROM_MS = 50;

/** The ledger rows of the moves of a game. The server's own delay is listed if it is long enough to notice. */
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
