import { describe, expect, it } from 'vitest';
import type { Color, Mode } from '$lib/base/protocol/types';
import { isIllegal } from './illegal';
import { hasLegalMove } from './legal';
import { partnerOf, colorsOf, MODES, sideOf, sideOfColor, sidesOf, turnOrder } from './mode';
import type { Move } from './move';
import { readMove, whyIllegal } from './notation';
import { passTurn, passTurnTo, play, settled } from './play';
import { winner, type Position } from './position';
import { positionText, readPosition } from './position-text';

function position(mode: Mode, line: string): Position {
  return readPosition(mode, line);
}

function move(from: Position, text: string): Move {
  const tried = readMove(from, text);
  if (isIllegal(tried)) throw new Error(`${text}: ${tried.reason}`);
  return tried;
}

describe('a move', () => {
  it('in line lists the marbles that it moves, pushes and ejects', () => {
    const push = move(position('two', '5/6/7/8/4bbbww/8/7/6/5 b 0,0 0 0'), 'e5e6');
    expect(push).toMatchObject({ kind: 'in-line', direction: { name: 'e' } });
    expect(push.row.map(({ name }) => name)).toEqual(['e5', 'e6', 'e7']);
    expect(push.pushed.map(({ name }) => name)).toEqual(['e8', 'e9']);
    expect(push.cells).toEqual([...push.row, ...push.pushed]);
    expect(push.targets.map(({ name }) => name)).toEqual(['e8']);
    expect(push.ejected?.name).toBe('e9');
  });

  it('treats a partner’s marble as part of the row, not as a pushed marble', () => {
    const carried = move(position('four', '5/6/7/8/2brw4/8/7/6/5 b 0,0 0 0'), 'e3e4');
    expect(carried.row.map(({ name }) => name)).toEqual(['e3', 'e4']);
    expect(carried.pushed.map(({ name }) => name)).toEqual(['e5']);
    expect(carried.ejected).toBeNull();
  });

  it('sideways enters a cell for each marble', () => {
    const step = move(position('two', '5/6/7/8/3bbb3/8/7/6/5 b 0,0 0 0'), 'E6E4F7');
    expect(step).toMatchObject({ kind: 'side-step', direction: { name: 'ne' }, pushed: [], ejected: null });
    expect(step.row.map(({ name }) => name)).toEqual(['e4', 'e5', 'e6']);
    expect(step.targets.map(({ name }) => name)).toEqual(['f5', 'f6', 'f7']);
  });

  it('is the same object for each spelling of its text', () => {
    const from = position('two', '5/6/7/8/3bbb3/8/7/6/5 b 0,0 0 0');
    expect(move(from, 'e6e4f6')).toBe(move(from, '1. E4E6F4'));
    expect(move(from, 'e4e5')).toBe(move(from, ' e4e5 '));
  });

  it('does not change the previous position', () => {
    const line = '5/6/7/8/9/8/7/6/2bbw b 5,0 40 90';
    const before = position('two', line);
    const after = play(before, move(before, 'a3a4'));
    expect(positionText(after)).toBe('5/6/7/8/9/8/7/6/3bb w 6,0 0 91');
    expect(positionText(before)).toBe(line);
    expect(winner(after)).toBe(0);
    expect(whyIllegal(after, 'a1a2')).toBe('game_over');
  });
});

describe('a push', () => {
  it.each([
    ['bww6', 'outnumbered'],
    ['bbwwww3', 'outnumbered'],
    ['bw7', 'pac'],
    ['bbbwww3', 'pac'],
    ['bbbwwww2', 'pac'],
    ['bbbbw4', 'too_many'],
    ['bbbwwb3', 'blocked_behind'],
    ['bbbww4', null],
  ])('of %s: %s', (row, reason) => {
    expect(whyIllegal(position('two', `5/6/7/8/${row}/8/7/6/5 b 0,0 0 0`), 'e1e2')).toBe(reason);
  });
});

describe('turns', () => {
  /** Red is walled in at A1, and all other colours can move. */
  const WALLED = '2w2/6/7/8/9/8/www4/bbb3/rbb2 b 0,0,0 3 30';

  it('are passed without a new ply', () => {
    const from = position('four-consecutive', '5/6/7/8/4b4/8/7/6/5 b 0,0 3 30');
    expect(positionText(passTurn(from))).toBe('5/6/7/8/4b4/8/7/6/5 r 0,0 3 30');
    expect(passTurnTo(from, 'yellow').turn).toBe('yellow');
    expect(passTurnTo(from, 'black')).toBe(from);
  });

  it('skip players who are out', () => {
    const from = position('three', '2w2/6/7/8/9/8/7/6/b3r w 0,0,0 0 0');
    expect(settled(from).turn).toBe('white');
    expect(settled(from, ['white']).turn).toBe('red');
    expect(settled(from, ['white', 'red']).turn).toBe('black');
  });

  it('skip players without a legal move in games of more than two players', () => {
    const red = passTurnTo(position('three', WALLED), 'red');
    expect(hasLegalMove(red)).toBe(false);
    expect(settled(red).turn).toBe('black');
    expect(settled(red, ['black']).turn).toBe('white');
  });

  it('stay with the player to move if no player can move, unless that player is out', () => {
    const empty = position('three', '5/6/7/8/9/8/7/6/5 b 0,0,0 0 0');
    expect(settled(empty)).toEqual(empty);
    expect(settled(empty, ['black']).turn).toBe('white');
    expect(settled(empty, ['black', 'white', 'red']).turn).toBe('black');
  });

  it('are not skipped in games of two players or after the end of the game', () => {
    const stuck = position('two', '5/6/7/8/4w4/8/7/6/5 b 0,0 0 0');
    expect(settled(stuck)).toBe(stuck);
    const decided = position('three', '2w2/6/7/8/9/8/7/6/b3r b 0,6,0 0 0');
    expect(settled(decided, ['black'])).toBe(decided);
  });
});

describe('modes', () => {
  it('have a seat, a side and a turn for each colour', () => {
    for (const mode of MODES) {
      const colors = colorsOf(mode);
      expect([...turnOrder(mode)].sort()).toEqual([...colors.keys()]);
      expect(new Set(colors.map((color) => sideOfColor(mode, color))).size).toBe(sidesOf(mode));
      for (const seat of colors.keys()) {
        const partner = partnerOf(mode, seat);
        const allies = [...colors.keys()].filter((other) => other !== seat && sideOf(mode, other) === sideOf(mode, seat));
        expect(partner === null ? [] : [partner]).toEqual(allies);
      }
    }
  });

  it('follow the turn order of the rulebooks', () => {
    const turns = (mode: Mode): Color[] => turnOrder(mode).flatMap((seat) => colorsOf(mode)[seat] ?? []);
    expect(turns('four')).toEqual(['black', 'white', 'red', 'yellow']);
    expect(turns('four-consecutive')).toEqual(['black', 'red', 'white', 'yellow']);
  });
});
