import { describe, expect, it } from 'vitest';

import { changesOf } from './rated';
import { emptySeats } from './seats';

describe('the rating changes of a game', () => {
  const [black, white] = emptySeats('two');

  it('are listed for both players', () => {
    if (black === undefined || white === undefined) throw new Error('two seats');
    const seats = [
      { ...black, rating: { rating: 1512, change: 12 } },
      { ...white, rating: { rating: 1492, change: -8, provisional: true } },
    ];
    expect(changesOf(seats)).toEqual([
      { before: 1500, after: 1512 },
      { before: 1500, after: 1492 },
    ]);
  });

  it('are null while the change of a player is unknown', () => {
    if (black === undefined || white === undefined) throw new Error('two seats');
    expect(changesOf([{ ...black, rating: { rating: 1512, change: 12 } }, white])).toBeNull();
    expect(changesOf([{ ...black, rating: { rating: 1512 } }, white])).toBeNull();
  });
});
