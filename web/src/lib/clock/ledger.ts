import type { Clock } from '$lib/protocol/types';

/** What a move can do to a clock, besides taking time. */
export type Entry = 'forgiven' | 'free' | 'added';

/** What there is to tell of the moves of a game with such a clock. */
export function entriesOf(clock: Clock): readonly Entry[] {
  switch (clock.kind) {
    case 'none':
      return [];
    case 'fischer':
    case 'bronstein':
      return ['forgiven', 'added'];
    case 'delay':
      return ['forgiven', 'free'];
    case 'sudden_death':
    case 'per_move':
    case 'per_game':
      return ['forgiven'];
  }
}
