import { afterEach, describe, expect, it } from 'vitest';

import { lastVisit } from './last-visit';

const MINUTE = 60_000_000;

afterEach(() => localStorage.clear());

describe('the last visit', () => {
  it('is unknown at first, and ends when the user stays away', () => {
    expect(lastVisit('ada', 1 * MINUTE)).toBeNull();
    expect(lastVisit('ada', 20 * MINUTE)).toBeNull();
    expect(lastVisit('ada', 60 * MINUTE)).toBe(20 * MINUTE);
    // The same visit.
    expect(lastVisit('ada', 80 * MINUTE)).toBe(20 * MINUTE);
    expect(lastVisit('ada', 200 * MINUTE)).toBe(80 * MINUTE);
  });

  it('is that of the same user', () => {
    lastVisit('ada', 1 * MINUTE);
    expect(lastVisit('ben', 100 * MINUTE)).toBeNull();
    expect(lastVisit('ben', 101 * MINUTE)).toBeNull();
  });

  it('is unknown if the stored text is damaged', () => {
    for (const text of ['', '7', '{"user":"ada","seen":"x"}']) {
      localStorage.setItem('sumito.visit', text);
      expect(lastVisit('ada', MINUTE)).toBeNull();
    }
  });
});
