import type { Mode, StudyChapter, StudyDetail, StudyEdit, StudyMember, StudyShape, StudyVisibility, User } from '$lib/base/protocol/types';

/** A position of a chapter. */
export interface StudyPlace {
  readonly id: number;
  /** The node before; `null` for the first position. */
  readonly parent: number | null;
  /** The move that led there; empty for the first position. */
  readonly move: string;
  /** The nodes after it, the main line first. */
  readonly next: readonly number[];
  readonly comment: string;
  readonly shapes: readonly StudyShape[];
  readonly formation: string;
}

export interface ChapterState {
  readonly id: number;
  readonly name: string;
  readonly mode: Mode;
  /** The line of the first position. */
  readonly position: string;
  readonly nextNode: number;
  readonly nodes: ReadonlyMap<number, StudyPlace>;
}

/** A study as a fold of its events. */
export interface StudyState {
  readonly id: string;
  readonly seq: number;
  readonly name: string;
  readonly visibility: StudyVisibility;
  readonly owner: User;
  readonly members: readonly StudyMember[];
  readonly chapters: readonly ChapterState[];
}

export function fromDetail({ id, seq, name, visibility, owner, members, chapters }: StudyDetail): StudyState {
  return { id, seq, name, visibility, owner, members, chapters: chapters.map(chapterFrom) };
}

export function chapterFrom(chapter: StudyChapter): ChapterState {
  const nodes = new Map<number, StudyPlace>();
  for (const { id, parent = 0, move = '', comment = '', shapes = [], formation = '' } of chapter.nodes) {
    nodes.set(id, { id, parent: id === 0 ? null : parent, move, next: [], comment, shapes, formation });
    const before = id === 0 ? undefined : nodes.get(parent);
    if (before !== undefined) nodes.set(parent, { ...before, next: [...before.next, id] });
  }
  const { id, name, mode, position, next_node: nextNode = Math.max(0, ...nodes.keys()) + 1 } = chapter;
  return { id, name, mode, position, nextNode, nodes };
}

/** Whether the user may edit the chapters. */
export function mayWrite({ owner, members }: StudyState, user: User | null): boolean {
  if (user === null) return false;
  return user.id === owner.id || members.some((member) => member.user.id === user.id && member.role === 'contributor');
}

/** The node of a move after another node. */
export function childOf(chapter: ChapterState | undefined, parent: number, move: string): number | null {
  const next = chapter?.nodes.get(parent)?.next ?? [];
  return next.find((id) => chapter?.nodes.get(id)?.move === move) ?? null;
}

/** The node at the end of a path of moves; `null` if the chapter does not have it. */
export function placeAt({ nodes }: ChapterState, moves: readonly string[]): StudyPlace | null {
  let place = nodes.get(0) ?? null;
  for (const move of moves) {
    const next = place?.next.map((id) => nodes.get(id)).find((each) => each?.move === move);
    place = next ?? null;
  }
  return place;
}

/** The moves of the main line. */
export function mainLine({ nodes }: ChapterState): string[] {
  const moves: string[] = [];
  for (let place = nodes.get(nodes.get(0)?.next[0] ?? -1); place !== undefined; place = nodes.get(place.next[0] ?? -1)) moves.push(place.move);
  return moves;
}

/**
 * The state after an edit. An edit of something that does not exist changes nothing.
 *
 * @param node the number of an added node, if it is not the next one of its chapter
 */
export function after(state: StudyState, edit: StudyEdit, node?: number): StudyState {
  switch (edit.edit) {
    case 'rename':
      return { ...state, name: edit.name };
    case 'set_visibility':
      return { ...state, visibility: edit.visibility };
    case 'set_member':
      // The name of a new member is read with the whole study.
      return { ...state, members: state.members.map((member) => (member.user.id === edit.user ? { ...member, role: edit.role } : member)) };
    case 'remove_member':
      return { ...state, members: state.members.filter(({ user }) => user.id !== edit.user) };
    case 'add_chapter':
      return { ...state, chapters: [...state.chapters, chapterFrom(edit.chapter)] };
    case 'delete_chapter':
      return { ...state, chapters: state.chapters.filter(({ id }) => id !== edit.chapter) };
    case 'move_chapter': {
      const moved = state.chapters.find(({ id }) => id === edit.chapter);
      if (moved === undefined) return state;
      const chapters = state.chapters.filter((chapter) => chapter !== moved);
      chapters.splice(edit.to, 0, moved);
      return { ...state, chapters };
    }
    default: {
      const chapters = state.chapters.map((chapter) => (chapter.id === edit.chapter ? changed(chapter, edit, node) : chapter));
      return { ...state, chapters };
    }
  }
}

type ChapterEdit = Extract<StudyEdit, { chapter: number }>;

function changed(chapter: ChapterState, edit: ChapterEdit, id = chapter.nextNode): ChapterState {
  if (edit.edit === 'rename_chapter') return { ...chapter, name: edit.name };
  const nodes = new Map(chapter.nodes);
  const change = (place: number, by: (known: StudyPlace) => StudyPlace): void => {
    const known = nodes.get(place);
    if (known !== undefined) nodes.set(place, by(known));
  };
  switch (edit.edit) {
    case 'add_node': {
      const { parent, move } = edit;
      if (!nodes.has(parent) || childOf(chapter, parent, move) !== null) return chapter;
      nodes.set(id, { id, parent, move, next: [], comment: '', shapes: [], formation: '' });
      change(parent, (known) => ({ ...known, next: [...known.next, id] }));
      return { ...chapter, nodes, nextNode: Math.max(chapter.nextNode, id + 1) };
    }
    case 'delete_node': {
      const parent = nodes.get(edit.node)?.parent ?? null;
      if (parent === null) return chapter;
      change(parent, (known) => ({ ...known, next: known.next.filter((next) => next !== edit.node) }));
      for (const open = [edit.node]; open.length > 0; ) {
        const gone = open.pop() ?? 0;
        open.push(...(nodes.get(gone)?.next ?? []));
        nodes.delete(gone);
      }
      break;
    }
    case 'promote_node': {
      const parent = nodes.get(edit.node)?.parent ?? null;
      if (parent === null) return chapter;
      change(parent, (known) => ({ ...known, next: swapped(known.next, edit.node) }));
      break;
    }
    case 'set_comment':
      change(edit.node, (known) => ({ ...known, comment: edit.text }));
      break;
    case 'set_shapes':
      change(edit.node, (known) => ({ ...known, shapes: edit.shapes }));
      break;
    case 'set_formation':
      change(edit.node, (known) => ({ ...known, formation: edit.name }));
      break;
  }
  return { ...chapter, nodes };
}

/** The list with this number one place further ahead. */
function swapped(list: readonly number[], id: number): number[] {
  const place = list.indexOf(id);
  if (place <= 0) return [...list];
  return list.map((each, index) => (index === place - 1 ? id : index === place ? (list[place - 1] ?? each) : each));
}
