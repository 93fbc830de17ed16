import { describe, expect, it } from 'vitest';

import { dayOf, momentOf, searchOf, wordsOf } from './search';

describe('a search', () => {
  it('reads the known filters of an address, and ignores other parameters', () => {
    const search = searchOf(new URLSearchParams('player=u1&name=Ada&result=win&mode=&limit=3'));
    expect(search).toEqual({ player: 'u1', result: 'win' });
    expect(wordsOf(search)).toMatchObject({ player: 'u1', result: 'win', mode: null, until: null });
  });

  it('converts days in the reader’s time zone, and ignores invalid days', () => {
    for (const day of ['2026-03-29', '2026-10-25', '2024-02-29', '1999-12-31']) {
      for (const which of ['first', 'after'] as const) expect(dayOf(momentOf(day, which), which)).toBe(day);
      expect(Number(momentOf(day, 'after'))).toBeGreaterThan(Number(momentOf(day, 'first')));
    }
    expect(momentOf('', 'first')).toBeUndefined();
    expect(dayOf('some day', 'first')).toBe('');
    expect(dayOf(undefined, 'after')).toBe('');
  });
});
