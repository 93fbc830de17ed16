import { describe, expect, it } from 'vitest';
import { CHOICES } from '$lib/base/settings/values';
import { LANGUAGES, localeOf, spokenOf } from './languages';

describe('the language', () => {
  it('is a setting', () => {
    expect(CHOICES.language).toEqual(['browser', ...Object.keys(LANGUAGES)]);
  });

  it('is the first of the browser’s languages that has messages', () => {
    expect(spokenOf(['tlh', 'pl-PL', 'en-GB'])).toBe('pl');
    expect(spokenOf(['DE-at'])).toBe('de');
    expect(spokenOf(['tlh'])).toBe('en');
    expect(spokenOf([])).toBe('en');
  });

  it('formats dates for the user’s country', () => {
    expect(localeOf('en', ['fr-FR', 'en-GB', 'en'])).toBe('en-GB');
    expect(localeOf('en', ['fr-FR'])).toBe('en');
  });
});
