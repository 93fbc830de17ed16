/** A move and what can follow it. The root has no move. Nothing ever changes it: each change makes another tree. */
export interface Branch {
  /** In Aba-Pro notation; empty at the root. */
  readonly text: string;
  /** Whether it was played in the game that is looked at: then it stays, and stays in front. */
  readonly recorded: boolean;
  /** The main continuation first, then the variations. */
  readonly next: readonly Branch[];
}

/** The way to a branch: at each one which of those that follow. The root's is empty. */
export type Path = readonly number[];

/** A tree together with a place in it. */
export interface Place {
  readonly root: Branch;
  readonly path: Path;
}

export const ROOT: Branch = { text: '', recorded: false, next: [] };

/** A game's moves, which stay. */
export function recordedTree(moves: readonly string[]): Branch {
  const first = moves.reduceRight<readonly Branch[]>((next, text) => [{ text, recorded: true, next }], []);
  return { ...ROOT, next: first };
}

/** The branch at the end of a path; `null` where the tree has none. */
export function branchAt(root: Branch, path: Path): Branch | null {
  let branch: Branch | undefined = root;
  for (const index of path) branch = branch?.next[index];
  return branch ?? null;
}

/** The moves on the way. */
export function movesAlong(root: Branch, path: Path): string[] {
  return path.map((_, depth) => branchAt(root, path.slice(0, depth + 1))?.text ?? '');
}

/** The path on to the end by the main continuations. */
export function toTheEnd(root: Branch, path: Path): Path {
  const whole = [...path];
  for (let branch = branchAt(root, path); branch !== null && branch.next.length > 0; branch = branch.next[0] ?? null) whole.push(0);
  return whole;
}

/** Enters a move after a branch, which is made if it is not there. The path leads to it. */
export function entered(root: Branch, path: Path, text: string): Place {
  const branch = branchAt(root, path);
  if (branch === null) throw new Error('a move follows a branch of the tree');
  const known = branch.next.findIndex((next) => next.text === text);
  if (known !== -1) return { root, path: [...path, known] };
  const grown = changed(root, path, (at) => ({ ...at, next: [...at.next, { text, recorded: false, next: [] }] }));
  return { root: grown, path: [...path, branch.next.length] };
}

/** Whether a branch can be taken out. */
export function removable(root: Branch, path: Path): boolean {
  return path.length > 0 && branchAt(root, path)?.recorded === false;
}

/** Takes out a branch with all that follows it. The path leads to the one before. */
export function removed(root: Branch, path: Path): Place {
  if (!removable(root, path)) return { root, path };
  const parent = path.slice(0, -1);
  const last = path.at(-1);
  const shrunk = changed(root, parent, (at) => ({ ...at, next: at.next.filter((_, index) => index !== last) }));
  return { root: shrunk, path: parent };
}

/** How long the path is to the last variation on it that can go up; `null` where none can. */
function promotableDepth(root: Branch, path: Path): number | null {
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

/** Puts the variation that a branch is in before the one that stands before it. The path leads to the same branch. */
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

/** The ways to all ends, in the order in which they stand. */
export function ends(root: Branch): Path[] {
  if (root.next.length === 0) return [[]];
  return root.next.flatMap((next, index) => ends(next).map((path) => [index, ...path]));
}

/** The tree with another branch in place of the one at the end of the path. */
function changed(branch: Branch, path: Path, change: (branch: Branch) => Branch): Branch {
  const [index, ...rest] = path;
  if (index === undefined) return change(branch);
  return { ...branch, next: branch.next.map((next, place) => (place === index ? changed(next, rest, change) : next)) };
}
