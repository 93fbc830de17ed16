import { describe, expect, it } from 'vitest';

import { layoutAt, layoutOf, LAYOUTS, layoutsFor, startFrom } from './layouts';
import { MODES } from './mode';
import { passTurn } from './play';
import { LAYOUTS as REFERENCE } from './reference/read';

describe('the layouts', () => {
  it('are the server’s layouts, in the same order', () => {
    expect(LAYOUTS).toEqual(REFERENCE.map(({ name, players, rows }) => ({ name, players, rows })));
  });

  it.each(MODES)('start a game: %s', (mode) => {
    expect(layoutsFor(mode).length).toBeGreaterThan(0);
    for (const layout of layoutsFor(mode)) {
      expect(startFrom(mode, layout)).toMatchObject({ mode, turn: 'black', ply: 0 });
      expect(layoutOf(mode, layout.name)).toBe(layout);
      expect(layoutAt(startFrom(mode, layout))).toBe(layout.name);
    }
  });

  it('are available only for their number of players', () => {
    expect(layoutOf('three', 'standard')).toBeNull();
    expect(layoutOf('two', 'nowhere')).toBeNull();
  });

  it('are recognised only before the first move', () => {
    const start = startFrom('two', layoutOf('two', 'standard') ?? never());
    expect(layoutAt(passTurn(start))).toBeNull();
    expect(layoutAt({ ...start, ply: 1 })).toBeNull();
  });
});

function never(): never {
  throw new Error('the layout `standard` is missing');
}
