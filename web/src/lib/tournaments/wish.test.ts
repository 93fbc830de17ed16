import { describe, expect, it } from 'vitest';

import { clockOf, CLOCKS, formsFor, localText, settingsOf, usualWish } from './wish';

const NOW = new Date(2026, 10, 22, 9, 5).getTime();

describe('the form for a tournament', () => {
  it('has a clock whatever is chosen', () => {
    for (const preset of CLOCKS) expect(clockOf({ ...usualWish(NOW), preset }).kind).not.toBe('none');
  });

  it('offers no Swiss system and no knockout for more than two', () => {
    expect(formsFor('two')).toHaveLength(4);
    expect(formsFor('three')).toEqual(['round_robin', 'arena']);
  });

  it('says when it begins in the reader’s own time', () => {
    expect(localText(NOW)).toBe('2026-11-22T09:05');
    const { start } = settingsOf({ ...usualWish(NOW), at: localText(NOW) });
    expect(start).toEqual({ kind: 'at', at: NOW * 1000 });
  });

  it('asks for accounts and keeps programs away where the games are rated', () => {
    const { entry } = settingsOf({ ...usualWish(NOW), rated: true, programs: true });
    expect(entry).toMatchObject({ accounts_only: true, programs: false });
  });
});
