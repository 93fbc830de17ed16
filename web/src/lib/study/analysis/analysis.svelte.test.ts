import { describe, expect, it } from 'vitest';

import { layoutOf, startFrom } from '$lib/game/rules/layouts';
import type { Mode } from '$lib/base/protocol/types';
import { moveText } from '$lib/game/rules/notation';
import { readPosition } from '$lib/game/rules/position-text';

import { Analysis, type Spot } from './analysis.svelte';
import { withMoves } from './address';
import { recordedTree, ROOT } from './tree';

const GAME = ['a1b2', 'i5h5', 'a2b3'];

function from(mode: Mode, layout: string, moves: readonly string[], spot?: Spot): Analysis {
  const known = layoutOf(mode, layout);
  if (known === null) throw new Error('there is such a layout');
  return new Analysis({ start: startFrom(mode, known), root: recordedTree(moves) }, spot);
}

function play(analysis: Analysis, text: string): void {
  const move = analysis.legal.find((each) => moveText(each) === text);
  if (move === undefined) throw new Error(`${text} is not legal`);
  analysis.play(move);
}

describe('an analysis', () => {
  it('follows the game when the user plays the game’s next move', () => {
    const analysis = from('two', 'standard', GAME, { line: 0, ply: 1 });
    expect([analysis.review.ply, analysis.review.last, analysis.turn]).toEqual([1, 3, 1]);
    play(analysis, 'i5h5');
    expect([analysis.review.ply, analysis.review.last, analysis.movesText]).toEqual([2, 3, '']);
  });

  it('adds a variation for any other move, and returns to the game', () => {
    const analysis = from('two', 'standard', GAME, { line: 0, ply: 1 });
    play(analysis, 'i6h5');
    expect(analysis.line.moves).toEqual(['a1b2', 'i6h5']);
    expect(analysis.review.glide).toBe(true);
    play(analysis, 'a2b2');
    expect([analysis.movesText, analysis.spot]).toEqual(['1.i6h5.a2b2', { line: 1, ply: 3 }]);
    expect([analysis.mayPromote, analysis.mayRemove]).toEqual([false, true]);
    analysis.go([0, 0]);
    expect(analysis.line.moves).toEqual(GAME);
    expect([analysis.mayRemove, analysis.review.glide]).toEqual([false, false]);
    analysis.switch(1);
    expect(analysis.path).toEqual([0, 1]);
    analysis.switch(1);
    expect(analysis.path).toEqual([0, 1]);
    analysis.switch(-1);
    expect(analysis.path).toEqual([0, 0]);
    analysis.review.go(1);
    analysis.switch(1);
    expect(analysis.path).toEqual([0, 1]);
    analysis.remove();
    expect([analysis.line.moves, analysis.review.ply, analysis.movesText]).toEqual([GAME, 1, '']);
  });

  it('is restored from its address', () => {
    const analysis = from('two', 'standard', GAME, { line: 0, ply: 1 });
    play(analysis, 'i6h5');
    play(analysis, 'a2b2');
    analysis.review.go(2);
    const { root } = withMoves(recordedTree(GAME), analysis.start, analysis.movesText);
    const again = new Analysis({ start: analysis.start, root }, analysis.spot);
    expect(again.path).toEqual(analysis.path);
    expect(again.line.moves).toEqual(analysis.line.moves);
  });

  it('allows a player to pass among three players, but not between two', () => {
    const analysis = from('three', 'three_standard', [], undefined);
    expect([analysis.turn, analysis.mayPass]).toEqual([0, true]);
    analysis.pass();
    expect(analysis.turn).toBe(1);
    analysis.pass();
    analysis.pass();
    expect(analysis.turn).toBe(0);
    analysis.pass();
    const [move] = analysis.legal;
    if (move !== undefined) analysis.play(move);
    expect([analysis.turn, analysis.line.movers]).toEqual([2, [1]]);
    expect(from('two', 'standard', []).mayPass).toBe(false);
  });

  it('has no legal moves after the end of the game', () => {
    const start = readPosition('two', '5/6/7/8/4w4/8/7/6/b4 b 6,0 0 9');
    const analysis = new Analysis({ start, root: ROOT });
    expect([analysis.playing, analysis.turn, analysis.legal]).toEqual([false, null, []]);
  });

  it('opens the ply of its address, or the nearest ply that exists', () => {
    expect(from('two', 'standard', GAME, { line: 9, ply: 99 }).review.ply).toBe(3);
    expect(from('two', 'standard', GAME, { line: 0, ply: -5 }).review.ply).toBe(0);
  });
});
