import { afterEach, describe, expect, it, vi } from 'vitest';
import { commandId } from './command-id';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the id of a command', () => {
  it('is created without the crypto functions that need HTTPS', () => {
    const { getRandomValues } = crypto;
    vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
    expect(commandId()).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is different for each command', () => {
    expect(new Set(Array.from({ length: 100 }, commandId)).size).toBe(100);
  });
});
