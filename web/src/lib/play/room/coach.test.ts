import { describe, expect, it } from 'vitest';

import { warningOf } from './coach.svelte';

describe('the warning of a coach', () => {
  it('says how many marbles a move has cost', () => {
    expect(warningOf({ marbles: 20 }, { marbles: -30 })).toBeNull();
    expect(warningOf({ marbles: 20 }, { marbles: -60 })).toEqual({ kind: 'marbles', marbles: 1 });
    expect(warningOf({ marbles: 20 }, { marbles: -190 })).toEqual({ kind: 'marbles', marbles: 2 });
    expect(warningOf({ marbles: -20 }, { marbles: 90 })).toBeNull();
  });

  it('names a win that is given away, and a loss that can be forced', () => {
    expect(warningOf({ win: 3 }, { marbles: 200 })).toEqual({ kind: 'missed' });
    expect(warningOf({ win: 3 }, { win: 5 })).toBeNull();
    expect(warningOf({ marbles: 0 }, { loss: 4 })).toEqual({ kind: 'loses' });
    expect(warningOf({ loss: 6 }, { loss: 2 })).toBeNull();
    expect(warningOf({ marbles: 0 }, { win: 3 })).toBeNull();
  });
});
