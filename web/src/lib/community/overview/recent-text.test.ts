import { beforeAll, describe, expect, it } from 'vitest';

import { catalogue } from '$lib/base/i18n/i18n.svelte';
import type { GameSummary, Mode } from '$lib/base/protocol/types';

import { recentText } from './recent-text';

function game(mode: Mode, names: readonly string[], winners: number[]): GameSummary {
  const players = names.map((name) => ({ id: name, name, guest: true, bot: false }));
  return { mode, players, result: { winners, reason: 'resignation', score: [0, 0] } } as unknown as GameSummary;
}

beforeAll(() => catalogue('players').load());

describe('a recent game', () => {
  it('names the opponents and not the partner', () => {
    expect(recentText(game('two', ['Ada', 'Ben'], [1]), 'Ben')).toBe('You beat Ada');
    expect(recentText(game('two', ['Ada', 'Ben'], [1]), 'Ada')).toBe('You lost to Ben');
    expect(recentText(game('two', ['Ada', 'Ben'], []), 'Ada')).toBe('You drew with Ben');
    expect(recentText(game('four', ['Ada', 'Ben', 'Cem', 'Dan'], [0, 2]), 'Cem')).toBe('You beat Ben and Dan');
    expect(recentText(game('three', ['Ada', 'Ben', 'Cem'], [0]), 'Cem')).toBe('You lost to Ada and Ben');
  });
});
