import type { StudyEdit, StudyShape } from '$lib/base/protocol/types';
import type { Move } from '$lib/game/rules/move';
import { moveText } from '$lib/game/rules/notation';
import { readPosition } from '$lib/game/rules/position-text';
import { Analysis } from '$lib/study/analysis/analysis.svelte';
import { movesAlong, pathAlong, ROOT, type Branch, type Path } from '$lib/study/analysis/tree';

import type { StudyRoom } from './room.svelte';
import { placeAt, type ChapterState, type StudyPlace } from './state';

/** A chapter on the board. Moves of users who may edit are saved. Other users only try theirs. */
export class StudyBoard extends Analysis {
  readonly chapterId: number;
  readonly #room: StudyRoom;
  #chapter: ChapterState;
  /** The number of the node that is shown; `undefined` for a move that is only tried. */
  readonly node = $derived.by(() => (this.path.length === 0 ? 0 : this.branch.id));
  readonly place: StudyPlace | null = $derived.by(() => this.#place());

  constructor(chapter: ChapterState, room: StudyRoom) {
    super({ start: readPosition(chapter.mode, chapter.position), root: treeOf(chapter) }, { line: 0, ply: 0 });
    this.chapterId = chapter.id;
    this.#room = room;
    this.#chapter = $state.raw(chapter);
  }

  /** Shows the current state of the chapter. */
  follow(chapter: ChapterState): void {
    if (chapter === this.#chapter) return;
    this.#chapter = chapter;
    this.renew(treeOf(chapter));
  }

  /** The node at the end of a path. */
  placeAt(moves: readonly string[]): StudyPlace | null {
    return placeAt(this.#chapter, moves);
  }

  /** The moves along a path. */
  movesTo(path: Path): string[] {
    return movesAlong(this.root, path);
  }

  /** Shows a node, if it is in this chapter. */
  goTo(node: number): void {
    const moves: string[] = [];
    for (let place = this.#chapter.nodes.get(node); place !== undefined && place.parent !== null; place = this.#chapter.nodes.get(place.parent)) {
      moves.unshift(place.move);
    }
    this.go(pathAlong(treeOf(this.#chapter), moves));
  }

  override play(move: Move): void {
    const { node } = this;
    super.play(move);
    if (node !== undefined) this.#edit({ edit: 'add_node', chapter: this.chapterId, parent: node, move: moveText(move) });
  }

  override promote(): void {
    const id = this.promoted?.id;
    if (id !== undefined) this.#edit({ edit: 'promote_node', chapter: this.chapterId, node: id });
  }

  override remove(): void {
    const { node } = this;
    if (node !== undefined && node !== 0 && this.#room.mayWrite) this.#edit({ edit: 'delete_node', chapter: this.chapterId, node });
    else super.remove();
  }

  comment(text: string): void {
    const { node } = this;
    if (node !== undefined && text !== this.place?.comment) this.#edit({ edit: 'set_comment', chapter: this.chapterId, node, text });
  }

  formation(name: string): void {
    const { node } = this;
    if (node !== undefined && name !== this.place?.formation) this.#edit({ edit: 'set_formation', chapter: this.chapterId, node, name });
  }

  /** Adds an arrow or a highlight, or removes it if the same is there. */
  toggle(shape: StudyShape): void {
    const { node, place } = this;
    if (node === undefined || place === null) return;
    const others = place.shapes.filter(({ from, to }) => from !== shape.from || to !== shape.to);
    const isSame = place.shapes.some(({ color, from, to }) => color === shape.color && from === shape.from && to === shape.to);
    this.#edit({ edit: 'set_shapes', chapter: this.chapterId, node, shapes: isSame ? others : [...others, shape] });
  }

  clearShapes(): void {
    const { node } = this;
    if (node !== undefined) this.#edit({ edit: 'set_shapes', chapter: this.chapterId, node, shapes: [] });
  }

  #edit(edit: StudyEdit): void {
    if (this.#room.mayWrite) this.#room.edit(edit);
  }

  #place(): StudyPlace | null {
    return this.node === undefined ? null : (this.#chapter.nodes.get(this.node) ?? null);
  }
}

function treeOf({ nodes }: ChapterState): Branch {
  const branchOf = (id: number): Branch => {
    const place = nodes.get(id);
    return place === undefined ? ROOT : { text: place.move, recorded: false, id, next: place.next.map(branchOf) };
  };
  return branchOf(0);
}
