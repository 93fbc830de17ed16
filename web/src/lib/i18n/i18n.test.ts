import { describe, expect, it } from 'vitest';
import { startI18n, t } from './i18n.svelte';

describe('messages', () => {
  it('take numbers, and have a plural form for each case of the language', () => {
    expect(t('games.plies', { count: 1 })).toBe('1 move');
    expect(t('games.plies', { count: 1048 })).toBe('1,048 moves');
  });

  it('are whole sentences for each colour', () => {
    expect(t('board.marble', { color: 'red', cell: 'E5' })).toBe('Red marble on E5');
  });

  it('do not compile with a name or an argument that is missing, too much or of another type', () => {
    // @ts-expect-error There is no such message.
    expect(t('games.pies', { count: 1 })).toBe('games.pies');
    // @ts-expect-error It is about a number of moves.
    expect(() => t('games.plies')).toThrow();
    // @ts-expect-error Of what is not said.
    expect(t('games.plies', { count: 1, of: 'chess' })).toBe('1 move');
    // @ts-expect-error Numbers are written by the language.
    expect(t('games.plies', { count: '1' })).toBe('1 move');
    // @ts-expect-error It says nothing of a name.
    expect(t('nav.play', { name: 'Sly Stork' })).toBe('Play');
    // @ts-expect-error No marble is green.
    expect(t('board.marble', { color: 'green', cell: 'E5' })).toBe('');
    // @ts-expect-error Some of the results have a loser, some a winner.
    expect(t(`reason.${'time' as 'time' | 'ejections'}`, { winner: 'Sly Stork' })).toContain('ran out of time');
  });

  it('fall back to English for a reader of a language that there is not', async () => {
    await startI18n(['tlh', 'xx-YY']);
    expect(t('nav.play')).toBe('Play');
    expect(document.documentElement.lang).toBe('en');
  });
});
