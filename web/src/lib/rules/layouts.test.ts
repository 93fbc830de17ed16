import { describe, expect, it } from 'vitest';

import layouts from '../../../../crates/rules/tests/data/layouts.jsonl?raw';
import { layoutOf, LAYOUTS, layoutsFor, startFrom } from './layouts';
import { MODES } from './mode';
import { lines } from './reference/read';

describe('the layouts', () => {
  it('are those of the server, in its order', () => {
    const reference = lines<Record<string, unknown>>(layouts).map(({ name, players, rows }) => ({ name, players, rows }));
    expect(LAYOUTS).toEqual(reference);
  });

  it.each(MODES)('begin a game: %s', (mode) => {
    expect(layoutsFor(mode).length).toBeGreaterThan(0);
    for (const layout of layoutsFor(mode)) {
      expect(startFrom(mode, layout)).toMatchObject({ mode, turn: 'black', ply: 0 });
      expect(layoutOf(mode, layout.name)).toBe(layout);
    }
  });

  it('fit their number of players only', () => {
    expect(layoutOf('three', 'standard')).toBeNull();
    expect(layoutOf('two', 'nowhere')).toBeNull();
  });
});
