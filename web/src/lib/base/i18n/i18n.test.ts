import { afterEach, describe, expect, it, vi } from 'vitest';
import { timeControlText } from '$lib/game/clock/words';
import { settings } from '$lib/base/settings/settings.svelte';
import { chooseLanguage, followSettings, language, startI18n, t } from './i18n.svelte';
import { dateText, numberText } from './numbers';
import { result } from './result';

describe('messages', () => {
  afterEach(async () => {
    settings.set('language', 'browser');
    await startI18n(['en']);
  });

  it('format numbers, and use the language’s plural forms', () => {
    expect(t('games.plies', { count: 1 })).toBe('1 move');
    expect(t('games.plies', { count: 1048 })).toBe('1,048 moves');
  });

  it('have a whole sentence for each colour', () => {
    expect(t('board.marble', { color: 'red', cell: 'E5' })).toBe('Red marble on E5');
  });

  it('do not compile with a missing, extra or mistyped name or argument', () => {
    // @ts-expect-error There is no such message.
    expect(t('games.pies', { count: 1 })).toBe('games.pies');
    // @ts-expect-error The number of moves is missing.
    expect(() => t('games.plies')).toThrow();
    // @ts-expect-error The argument is missing.
    expect(t('games.plies', { count: 1, of: 'chess' })).toBe('1 move');
    // @ts-expect-error Numbers are formatted by the language.
    expect(t('games.plies', { count: '1' })).toBe('1 move');
    // @ts-expect-error The message has no name.
    expect(t('nav.home', { name: 'Sly Stork' })).toBe('Play');
    // @ts-expect-error No marble is green.
    expect(t('board.marble', { color: 'green', cell: 'E5' })).toBe('');
    // @ts-expect-error Some results have a loser, others have a winner.
    expect(result.t(`reason.${'time' as 'time' | 'ejections'}`, { winner: 'Sly Stork' })).toContain('ran out of time');
  });

  it('are in the chosen language, with its number format', async () => {
    await chooseLanguage('pl');
    expect(language()).toBe('pl');
    expect(document.documentElement.lang).toBe('pl');
    expect([1, 2, 5, 22].map((count) => t('games.plies', { count }))).toEqual(['1 ruch', '2 ruchy', '5 ruchów', '22 ruchy']);
    expect(t('board.marble', { color: 'yellow', cell: 'E5' })).toBe('Żółta kula na E5');
    expect(timeControlText({ kind: 'per_move', move_ms: 3 * 24 * 3600 * 1000 })).toBe('3 dni na ruch');
    await chooseLanguage('de');
    expect(t('board.marble', { color: 'black', cell: 'E5' })).toBe('Schwarze Kugel auf E5');
    expect(numberText(1234.5)).toBe('1.234,5');
    expect(dateText(Date.UTC(2026, 4, 1, 12) * 1000)).toContain('2026');
    expect(dateText(Date.UTC(2026, 4, 1, 12) * 1000)).toMatch(/^01\.05\./);
  });

  it('are in the chosen language again on the next visit, despite the browser’s language', async () => {
    await chooseLanguage('nl');
    await startI18n(['en']);
    expect(t('nav.home')).toBe('Play');
    await startI18n();
    expect(t('nav.home')).toBe('Spelen');
  });

  it('change their language when another window changes the settings', async () => {
    const fail = vi.fn();
    const stop = followSettings(fail);
    settings.set('language', 'nl');
    await vi.waitFor(() => expect(t('nav.home')).toBe('Spelen'));
    settings.set('language', 'browser');
    await vi.waitFor(() => expect(t('nav.home')).toBe('Play'));
    stop();
    expect(fail).not.toHaveBeenCalled();
  });

  it('fall back to English for a language without messages', async () => {
    await startI18n(['tlh', 'xx-YY']);
    expect(t('nav.home')).toBe('Play');
    expect(document.documentElement.lang).toBe('en');
  });
});
