import { beforeAll, describe, expect, it } from 'vitest';

import types from 'sumito-client/types.ts?raw';

import { THEMES, themeText } from './themes';
import { load } from './words';

beforeAll(load);

describe('the themes', () => {
  it('are those of the protocol', () => {
    const [, union = ''] = /export type PuzzleTheme = ([^;]+);/.exec(types) ?? [];
    expect(THEMES).toEqual([...union.matchAll(/"([^"]+)"/g)].map(([, theme]) => theme));
  });

  it('have a text each: the rulebooks’ term if it exists', () => {
    expect(new Set(THEMES.map(themeText)).size).toBe(THEMES.length);
    expect([themeText('lance'), themeText('side_step'), themeText('quiet')]).toEqual(['Lance', 'Side-step', 'Quiet move']);
  });
});
