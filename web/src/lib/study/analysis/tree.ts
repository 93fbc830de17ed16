/** A move and the moves that follow it. The root has no move. Nodes are immutable: each change makes another tree. */
export interface Branch {
  /** In Aba-Pro notation; empty at the root. */
  readonly text: string;
  /** Whether it was played in the analysed game: then it cannot be removed, and stays first. */
  readonly recorded: boolean;
  /** The number of its node in a study. */
  readonly id?: number;
  /** The main continuation first, then the variations. */
  readonly next: readonly Branch[];
}

/** The path to a branch: the index of the child at each node. The root's is empty. */
export type Path = readonly number[];

/** A tree together with a path in it. */
export interface Place {
  readonly root: Branch;
  readonly path: Path;
}

export const ROOT: Branch = { text: '', recorded: false, next: [] };

/** Builds the main line from a game's moves, which cannot be removed. */
export function recordedTree(moves: readonly string[]): Branch {
  const first = moves.reduceRight<readonly Branch[]>((next, text) => [{ text, recorded: true, next }], []);
  return { ...ROOT, next: first };
}

/** The branch at the end of a path; `null` if it does not exist. */
export function branchAt(root: Branch, path: Path): Branch | null {
  let branch: Branch | undefined = root;
  for (const index of path) branch = branch?.next[index];
  return branch ?? null;
}

/** The moves along a path. */
export function movesAlong(root: Branch, path: Path): string[] {
  return path.map((_, depth) => branchAt(root, path.slice(0, depth + 1))?.text ?? '');
}

/** The path along moves, up to the first that is not in the tree. */
export function pathAlong(root: Branch, moves: readonly string[]): Path {
  const path: number[] = [];
  let branch = root;
  for (const text of moves) {
    const index = branch.next.findIndex((next) => next.text === text);
    const next = branch.next[index];
    if (next === undefined) break;
    path.push(index);
    branch = next;
  }
  return path;
}

/** The path on to the end by the main continuations. */
export function toTheEnd(root: Branch, path: Path): Path {
  const whole = [...path];
  for (let branch = branchAt(root, path); branch !== null && branch.next.length > 0; branch = branch.next[0] ?? null) whole.push(0);
  return whole;
}

/** Adds a move after a branch, or finds it there. The path leads to it. */
export function entered(root: Branch, path: Path, text: string): Place {
  const branch = branchAt(root, path);
  if (branch === null) throw new Error('a move follows a branch of the tree');
  const known = branch.next.findIndex((next) => next.text === text);
  if (known !== -1) return { root, path: [...path, known] };
  const grown = changed(root, path, (at) => ({ ...at, next: [...at.next, { text, recorded: false, next: [] }] }));
  return { root: grown, path: [...path, branch.next.length] };
}

/** Returns whether a branch can be removed. */
export function removable(root: Branch, path: Path): boolean {
  return path.length > 0 && branchAt(root, path)?.recorded === false;
}

/** Removes a branch with all that follows it. The path leads to its parent. */
export function removed(root: Branch, path: Path): Place {
  if (!removable(root, path)) return { root, path };
  const parent = path.slice(0, -1);
  const last = path.at(-1);
  const shrunk = changed(root, parent, (at) => ({ ...at, next: at.next.filter((_, index) => index !== last) }));
  return { root: shrunk, path: parent };
}

/** Length of the path to the last variation on it that can move up; `null` if none can. */
export function promotableDepth(root: Branch, path: Path): number | null {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const index = path[depth - 1] ?? 0;
    const before = branchAt(root, [...path.slice(0, depth - 1), index - 1]);
    if (index > 0 && before !== null && !before.recorded) return depth;
  }
  return null;
}

export function promotable(root: Branch, path: Path): boolean {
  return promotableDepth(root, path) !== null;
}

/** Swaps the variation of a branch with the one listed before it. The path leads to the same branch. */
export function promoted(root: Branch, path: Path): Place {
  const depth = promotableDepth(root, path);
  if (depth === null) return { root, path };
  const index = path[depth - 1] ?? 0;
  const swapped = changed(root, path.slice(0, depth - 1), (at) => {
    const next = [...at.next];
    const [moved] = next.splice(index, 1);
    if (moved !== undefined) next.splice(index - 1, 0, moved);
    return { ...at, next };
  });
  return { root: swapped, path: path.map((each, place) => (place === depth - 1 ? index - 1 : each)) };
}

/** The paths to all leaves, in list order. */
export function ends(root: Branch): Path[] {
  if (root.next.length === 0) return [[]];
  return root.next.flatMap((next, index) => ends(next).map((path) => [index, ...path]));
}

/** The tree with the branch at the end of the path replaced. */
function changed(branch: Branch, path: Path, change: (branch: Branch) => Branch): Branch {
  const [index, ...rest] = path;
  if (index === undefined) return change(branch);
  return { ...branch, next: branch.next.map((next, place) => (place === index ? changed(next, rest, change) : next)) };
}
