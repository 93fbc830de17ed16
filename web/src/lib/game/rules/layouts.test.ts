import { describe, expect, it } from 'vitest';

import { layoutAt, layoutOf, LAYOUTS, layoutsFor, startFrom } from './layouts';
import { MODES } from './mode';
import { passTurn } from './play';
import { LAYOUTS as REFERENCE } from './reference/read';

describe('the layouts', () => {
  it('are those of the server, in its order', () => {
    expect(LAYOUTS).toEqual(REFERENCE.map(({ name, players, rows }) => ({ name, players, rows })));
  });

  it.each(MODES)('begin a game: %s', (mode) => {
    expect(layoutsFor(mode).length).toBeGreaterThan(0);
    for (const layout of layoutsFor(mode)) {
      expect(startFrom(mode, layout)).toMatchObject({ mode, turn: 'black', ply: 0 });
      expect(layoutOf(mode, layout.name)).toBe(layout);
      expect(layoutAt(startFrom(mode, layout))).toBe(layout.name);
    }
  });

  it('fit their number of players only', () => {
    expect(layoutOf('three', 'standard')).toBeNull();
    expect(layoutOf('two', 'nowhere')).toBeNull();
  });

  it('are known where they lie on the board and nobody has moved', () => {
    const start = startFrom('two', layoutOf('two', 'standard') ?? never());
    expect(layoutAt(passTurn(start))).toBeNull();
    expect(layoutAt({ ...start, ply: 1 })).toBeNull();
  });
});

function never(): never {
  throw new Error('there is a standard');
}
