import { describe, expect, it } from 'vitest';
import game from '../../../../e2e/fixtures/belgian-daisy-white-wins.json';
import { occupationOf, traceOf } from './marble';
import { agrees, timeline } from './timeline';
import { marblesOn } from '$lib/game/rules/position';
import { readPosition, startOf } from '$lib/game/rules/position-text';

const ROWS = 'ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww';
const START = startOf('two', ROWS);
const MOMENTS = timeline(START, game.moves);
const PLIES = MOMENTS.map(({ marbles }) => marbles);

describe('the timeline of a recorded game', () => {
  it('follows every move', () => {
    expect(PLIES).toHaveLength(game.plies + 1);
  });

  it('contains every marble, with ejected marbles in the trays', () => {
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

  it('stops at an illegal move', () => {
    expect(timeline(START, ['a1b2', 'e5e6'])).toHaveLength(2);
    expect(timeline(START, ['nonsense'])).toHaveLength(1);
  });

  it('can be compared with a position line', () => {
    expect(MOMENTS.map((moment) => agrees(moment, START)).indexOf(true)).toBe(0);
    expect(MOMENTS.filter((moment) => agrees(moment, START))).toHaveLength(1);
    const last = MOMENTS.at(-1);
    expect(last?.position.captured).toEqual([game.ejected_by_black, game.ejected_by_white]);
  });
});

describe('the trace of a move', () => {
  it('lists the cells that marbles leave and enter', () => {
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

describe('position lines', () => {
  it('are parsed with empty cells, captured counts and ply', () => {
    const position = readPosition('two', 'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 2,3 7 40');
    expect(position).toMatchObject({ captured: [2, 3], ply: 40 });
    expect(marblesOn(position.board).size).toBe(28);
    expect([...marblesOn(position.board)].filter(([, color]) => color === 'white').map(([{ name }]) => name)).toContain('g5');
  });
});
