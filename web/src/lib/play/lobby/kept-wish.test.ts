import { describe, expect, it } from 'vitest';

import { readWish, wishText } from './kept-wish';
import { firstWish, type Wish } from './wish';

describe('the stored form for a new game', () => {
  it('has the default values if nothing readable is stored', () => {
    for (const text of ['', 'nonsense', 'null', '7', '[]', '{}']) expect(readWish(text)).toEqual(firstWish());
  });

  it('is restored', () => {
    const wish: Wish = {
      mode: 'four',
      layout: 'four_standard',
      preset: 'custom',
      custom: { kind: 'per_move', minutes: 7, seconds: 0, count: 3, unit: 'hour' },
      color: 'yellow',
      visibility: 'private',
      rated: true,
      ready: true,
      spectatorDelay: '60',
      computers: '2',
      level: '5',
    };
    expect(readWish(wishText(wish))).toEqual(wish);
  });

  it('drops invalid values', () => {
    const { preset, custom, color, spectatorDelay } = firstWish();
    const broken = { mode: 'two', color: 'red', preset: '99', spectatorDelay: 60, custom: { minutes: 0, seconds: 1.5, count: 900, unit: 'day' } };
    expect(readWish(JSON.stringify(broken))).toMatchObject({ preset, custom, color, spectatorDelay });
  });
});
