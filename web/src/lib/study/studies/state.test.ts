import { describe, expect, it } from 'vitest';

import type { StudyChapter, StudyDetail, StudyEdit, User } from '$lib/base/protocol/types';

import { after, childOf, fromDetail, mayWrite, type StudyState } from './state';

const ADA: User = { id: 'a', name: 'Ada', guest: false };
const BEN: User = { id: 'b', name: 'Ben', guest: false };

const FIRST: StudyChapter = {
  id: 1,
  name: 'First',
  mode: 'two',
  position: 'ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0,0 0 0',
  next_node: 5,
  nodes: [
    { id: 0, parent: 0, comment: 'Start' },
    { id: 1, parent: 0, move: 'a1b2' },
    { id: 3, parent: 1, move: 'i5h5' },
    { id: 4, parent: 0, move: 'a2b3' },
  ],
};

const DETAIL: StudyDetail = {
  id: 's',
  seq: 4,
  name: 'Daisies',
  visibility: 'private',
  owner: ADA,
  members: [{ user: BEN, role: 'viewer' }],
  chapters: [FIRST],
};

function fold(...edits: StudyEdit[]): StudyState {
  return edits.reduce((state, edit) => after(state, edit), fromDetail(DETAIL));
}

function chapter(state: StudyState) {
  const [first] = state.chapters;
  if (first === undefined) throw new Error('a study has a chapter');
  return first;
}

describe('a study', () => {
  it('is read with its tree', () => {
    const first = chapter(fold());
    expect(first.nodes.get(0)).toMatchObject({ parent: null, next: [1, 4], comment: 'Start' });
    expect(first.nodes.get(1)).toMatchObject({ parent: 0, move: 'a1b2', next: [3] });
  });

  it('gives new nodes the next number, and none to a known move', () => {
    const first = chapter(
      fold(
        { edit: 'add_node', chapter: 1, parent: 4, move: 'i5h5' },
        { edit: 'add_node', chapter: 1, parent: 4, move: 'i5h5' },
        { edit: 'add_node', chapter: 1, parent: 5, move: 'a1b2' },
        { edit: 'add_node', chapter: 1, parent: 99, move: 'a1b2' },
      ),
    );
    expect([childOf(first, 4, 'i5h5'), childOf(first, 5, 'a1b2'), first.nextNode, first.nodes.size]).toEqual([5, 6, 7, 6]);
  });

  it('deletes a node with all that follow it, and promotes variations', () => {
    expect([...chapter(fold({ edit: 'delete_node', chapter: 1, node: 1 })).nodes.keys()]).toEqual([0, 4]);
    expect(chapter(fold({ edit: 'promote_node', chapter: 1, node: 4 })).nodes.get(0)?.next).toEqual([4, 1]);
    expect(chapter(fold({ edit: 'promote_node', chapter: 1, node: 1 })).nodes.get(0)?.next).toEqual([1, 4]);
  });

  it('changes notes, chapters and members', () => {
    const added = { ...FIRST, id: 2, name: 'Second' };
    const state = fold(
      { edit: 'set_comment', chapter: 1, node: 3, text: 'Solid' },
      { edit: 'set_formation', chapter: 1, node: 3, name: 'Wall' },
      { edit: 'set_shapes', chapter: 1, node: 3, shapes: [{ color: 'red', from: 'a1' }] },
      { edit: 'add_chapter', chapter: added },
      { edit: 'move_chapter', chapter: 2, to: 0 },
      { edit: 'rename_chapter', chapter: 1, name: 'Last' },
      { edit: 'rename', name: 'Roses' },
      { edit: 'set_visibility', visibility: 'public' },
      { edit: 'set_member', user: 'b', role: 'contributor' },
    );
    expect(state.chapters.map(({ name }) => name)).toEqual(['Second', 'Last']);
    expect(state.chapters[1]?.nodes.get(3)).toMatchObject({ comment: 'Solid', formation: 'Wall', shapes: [{ color: 'red', from: 'a1' }] });
    expect([state.name, state.visibility, mayWrite(state, BEN), mayWrite(state, ADA), mayWrite(state, null)]).toEqual(['Roses', 'public', true, true, false]);
    expect(mayWrite(after(state, { edit: 'remove_member', user: 'b' }), BEN)).toBe(false);
  });
});
