import { describe, expect, it } from 'vitest';

import { layoutNamed, startFrom } from '$lib/game/rules/layouts';
import { legalMoves } from '$lib/game/rules/legal';
import { isIllegal } from '$lib/game/rules/illegal';
import { moveText, readMove } from '$lib/game/rules/notation';
import { play } from '$lib/game/rules/play';
import { readPosition } from '$lib/game/rules/position-text';

import { openingMove, openingOf } from './openings';

function start(name: string) {
  const layout = layoutNamed(name);
  if (layout === null) throw new Error(name);
  return startFrom('two', layout);
}

describe('the name of an opening', () => {
  it('is that of the layout and of the first moves', () => {
    const daisy = start('belgian_daisy');
    expect(openingOf(daisy, [])).toEqual({ layout: 'belgian_daisy', first: null, reply: null });
    expect(openingOf(daisy, ['a1b2'])).toEqual({ layout: 'belgian_daisy', first: 'spearhead', reply: null });
    expect(openingOf(daisy, ['a1b2', 'i5h5', 'b2c3'])).toEqual({ layout: 'belgian_daisy', first: 'spearhead', reply: 'mirror' });
    expect(openingOf(daisy, ['a1b2', 'i6h6'])?.reply).toBe('lance');
  });

  it.each([
    ['standard', 'a1b2', 'spearhead'],
    ['standard', 'b2c3', 'lance'],
    ['standard', 'a1a1', null],
    ['the_wall', 'd1d3e1', 'broadside'],
    ['star', 'a1b1', 'scout'],
  ])('%s %s: %s', (layout, move, name) => {
    const position = start(layout);
    const isLegal = !isIllegal(readMove(position, move));
    expect([isLegal, openingMove(position, move)]).toEqual([name !== null, name]);
  });

  it('says that a reply mirrors the first move', () => {
    const position = start('standard');
    const [first] = legalMoves(position);
    if (first === undefined) throw new Error('the start has moves');
    const after = play(position, first);
    const names = legalMoves(after).map((reply) => openingMove(after, moveText(reply)));
    expect(names.filter((name) => name === 'mirror')).toHaveLength(2);
  });

  it('ends after the first move of each player, and needs a layout and two players', () => {
    expect(openingMove({ ...start('standard'), ply: 2 }, 'a1b2')).toBeNull();
    expect(openingOf(readPosition('two', '5/6/7/8/4bw3/8/7/6/5 b 0,0 0 0'), ['e5f6'])).toBeNull();
  });
});
