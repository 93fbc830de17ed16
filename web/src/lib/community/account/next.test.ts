import { describe, expect, it } from 'vitest';

import { nextOf, withNext } from './next';

const after = (next: string): string | null => nextOf(new URLSearchParams({ next }));

describe('the page after logging in', () => {
  it('is the page that asked for it', () => {
    const page = '/oauth/authorize?client_id=1&state=a%26b';
    const query = new URL(withNext('/login', page), 'http://page').searchParams;
    expect(nextOf(query)).toBe(page);
    expect(nextOf(new URLSearchParams())).toBeNull();
  });

  it('is a page of this site', () => {
    for (const next of ['//elsewhere.example', '/\\\\elsewhere.example', 'https://elsewhere.example', 'javascript:0', '/nothing', '']) {
      expect(after(next), next).toBeNull();
    }
  });
});
