import { describe, expect, it } from 'vitest';

import { startFrom, layoutNamed } from '$lib/game/rules/layouts';
import type { Position } from '$lib/game/rules/position';

import { movesText, withMoves } from './address';
import { placedLine, type PlacedLine } from './move-lines';
import { branchAt, ends, entered, movesAlong, promoted, promotable, recordedTree, removable, removed, ROOT, toTheEnd } from './tree';

const GAME = ['a1b2', 'i5h5', 'a2b3'];

function standard(): Position {
  const layout = layoutNamed('standard');
  if (layout === null) throw new Error('there is a standard');
  return startFrom('two', layout);
}

/** Returns a tree in the usual notation: `a1b2 (b1c2) i5h5`. */
function written({ moves }: PlacedLine): string {
  return moves.map(({ text, variations }) => [text, ...variations.map((each) => `(${written(each)})`)].join(' ')).join(' ');
}

describe('a tree of variations', () => {
  it('keeps a game as its main line', () => {
    const game = recordedTree(GAME);
    expect(toTheEnd(game, [])).toEqual([0, 0, 0]);
    expect(movesAlong(game, [0, 0, 0])).toEqual(GAME);
    expect(removable(game, [0, 0])).toBe(false);
    const { root, path } = entered(game, [0], 'i6h5');
    expect(path).toEqual([0, 1]);
    expect(promotable(root, path)).toBe(false);
    expect(promoted(root, path)).toEqual({ root, path });
    expect(written(placedLine(standard(), root))).toBe('a1b2 i5h5 (i6h5) a2b3');
  });

  it('follows an existing move, and adds a new move', () => {
    const game = recordedTree(GAME);
    expect(entered(game, [0], 'i5h5')).toEqual({ root: game, path: [0, 0] });
    const made = entered(game, [0, 0, 0], 'i6h6');
    expect(branchAt(made.root, made.path)).toEqual({ text: 'i6h6', recorded: false, next: [] });
    expect(branchAt(game, [0, 0, 0, 0])).toBeNull();
  });

  it('reorders and removes variations', () => {
    let { root } = entered(ROOT, [], 'a1b2');
    ({ root } = entered(root, [], 'a2b2'));
    ({ root } = entered(root, [1], 'i5h5'));
    ({ root } = entered(root, [1], 'i6h5'));
    const up = promoted(root, [1, 1]);
    expect(up.path).toEqual([1, 0]);
    const upAgain = promoted(up.root, up.path);
    expect(upAgain.path).toEqual([0, 0]);
    expect(movesAlong(upAgain.root, [0, 0])).toEqual(['a2b2', 'i6h5']);
    const less = removed(upAgain.root, [0]);
    expect(less.path).toEqual([]);
    expect(ends(less.root).map((path) => movesAlong(less.root, path))).toEqual([['a1b2']]);
    expect(removed(less.root, [])).toEqual({ root: less.root, path: [] });
  });
});

describe('the address of a tree', () => {
  it('contains the variations of a game, and restores the same tree', () => {
    const game = recordedTree(GAME);
    let { root } = entered(game, [0], 'i6h5');
    ({ root } = entered(root, [0, 1], 'a2b3'));
    ({ root } = entered(root, [0, 1], 'a3b3'));
    ({ root } = entered(root, [0, 0, 0], 'i6h6'));
    const text = movesText(root, []);
    expect(text).toBe('3.i6h6_1.i6h5.a2b3_1.i6h5.a3b3');
    expect(withMoves(game, standard(), text)).toEqual({ root, complete: true });
    expect(movesText(game, [])).toBe('');
    expect(withMoves(game, standard(), '')).toEqual({ root: game, complete: true });
  });

  it.each(['x', '7.i6h5', '-1.a1b2', '1e3.a1b2', '1.i6h5.a9a9', '1.a1a1', '1.a1b2', '__'])('drops moves that cannot be read: %s', (text) => {
    const game = recordedTree(GAME);
    const { root, complete } = withMoves(game, standard(), text);
    expect(complete).toBe(false);
    expect(movesAlong(root, toTheEnd(root, []))).toEqual(GAME);
  });

  it('contains only the shown line if the whole tree is too long', () => {
    let root = ROOT;
    const firsts = ['a1b1', 'a1b2', 'a2b2', 'a2b3', 'a3b3', 'a3b4'];
    let last: readonly number[] = [];
    for (let count = 0; count < 260; count += 1) {
      const moves = [firsts[count % 6] ?? '', ...Array.from({ length: 5 }, (_, at) => `x${count}y${at}`)];
      let path: readonly number[] = [];
      for (const text of moves) ({ root, path } = entered(root, path, text));
      last = path;
    }
    expect(movesText(root, last)).toBe(`0.${movesAlong(root, last).join('.')}`);
  });
});
