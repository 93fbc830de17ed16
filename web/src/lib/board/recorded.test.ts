import { describe, expect, it } from 'vitest';
import game from '../../../e2e/fixtures/belgian-daisy-white-wins.json';
import { occupationOf, traceOf } from './marble';
import { agrees, timeline } from './timeline';

const ROWS = 'ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww';
const PLIES = timeline('two', ROWS, game.moves);

describe('the timeline of a recorded game', () => {
  it('follows every move', () => {
    expect(PLIES).toHaveLength(game.plies + 1);
  });

  it('keeps every marble, and in the trays those that were pushed out', () => {
    const last = PLIES.at(-1) ?? [];
    expect(last.map(({ id }) => id)).toEqual(PLIES[0]?.map(({ id }) => id));
    const trays = last.filter(({ place }) => place.kind === 'tray');
    expect(trays.map(({ color, place }) => [color, place.kind === 'tray' && place.side])).toEqual(
      Array.from({ length: game.ejected_by_white }, () => ['black', 1]),
    );
    expect(new Set(trays.map(({ place }) => place.kind === 'tray' && place.slot))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  });

  it('never puts two marbles on one cell', () => {
    for (const marbles of PLIES) {
      const onBoard = marbles.filter(({ place }) => place.kind === 'board');
      expect(occupationOf(marbles).size).toBe(onBoard.length);
    }
  });

  it('stops at a move that does not fit', () => {
    expect(timeline('two', ROWS, ['a1b2', 'e5e6'])).toHaveLength(2);
    expect(timeline('two', ROWS, ['nonsense'])).toHaveLength(1);
  });

  it('is checked against a position line', () => {
    const start = PLIES[0] ?? [];
    expect(agrees(start, `${ROWS} b 0,0 0 0`)).toBe(true);
    expect(agrees(PLIES[1] ?? [], `${ROWS} b 0,0 0 0`)).toBe(false);
  });
});

describe('the trace of a move', () => {
  it('names the cells left and entered', () => {
    const trace = traceOf(PLIES[0] ?? [], PLIES[1] ?? []);
    expect(game.moves[0]).toBe('a2b3');
    expect(trace.from.map(({ name }) => name)).toEqual(['a2']);
    expect(trace.to.map(({ name }) => name).sort()).toEqual(['b3', 'c4']);
  });

  it('of an ejection ends at the edge', () => {
    const ply = PLIES.findIndex((marbles) => marbles.some(({ place }) => place.kind === 'tray'));
    const trace = traceOf(PLIES[ply - 1] ?? [], PLIES[ply] ?? []);
    expect(trace.from.length + trace.to.length).toBeGreaterThan(2);
    expect(trace.from).toHaveLength(1);
  });
});
