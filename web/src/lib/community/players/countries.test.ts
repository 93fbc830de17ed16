import { describe, expect, it } from 'vitest';

import { countriesIn, countryText } from './countries';

describe('countries', () => {
  it('have names in the language of the reader, in its order', () => {
    expect(countryText('DE', 'pl')).toBe('Niemcy');
    const german = countriesIn('de').map(({ name }) => name);
    expect(german).toHaveLength(249);
    expect(german.indexOf('Österreich')).toBeLessThan(german.indexOf('Polen'));
    expect(german.every((name) => name.length > 2)).toBe(true);
  });
});
