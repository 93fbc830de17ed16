import type { Color } from '$lib/base/protocol/types';
import { cellNamed } from '$lib/game/rules/cell';
import { isIllegal } from '$lib/game/rules/illegal';
import { readMove } from '$lib/game/rules/notation';
import { passTurnTo, play } from '$lib/game/rules/play';
import { colorAt, type Position } from '$lib/game/rules/position';

import type { Branch, Path } from './tree';

/** A branch of the tree with its data for the list of moves. */
export interface PlacedMove {
  readonly path: Path;
  /** Plies from the root. */
  readonly ply: number;
  readonly text: string;
  readonly color: Color;
  /** The colour of the marble that it pushes off the board. */
  readonly ejected: Color | null;
  /** The position after the move. */
  readonly after: Position;
}

/** Consecutive moves. The variations of a move stand next to it. */
export interface PlacedLine {
  readonly moves: readonly (PlacedMove & { readonly variations: readonly PlacedLine[] })[];
}

/** The main line from a branch on, with its variations. */
export function placedLine(start: Position, root: Branch): PlacedLine {
  return lineFrom(start, root, []);
}

function lineFrom(before: Position, branch: Branch, path: Path): PlacedLine {
  const moves: PlacedLine['moves'][number][] = [];
  let [position, at, here] = [before, branch, path];
  for (;;) {
    const [main, ...others] = at.next;
    if (main === undefined) return { moves };
    const from = here;
    const [played, after] = place(position, main, [...from, 0]);
    const variations = others.map((other, index) => variationOf(position, other, [...from, index + 1]));
    moves.push({ ...played, variations });
    [position, at, here] = [after, main, played.path];
  }
}

function variationOf(before: Position, first: Branch, path: Path): PlacedLine {
  const [played, after] = place(before, first, path);
  return { moves: [{ ...played, variations: [] }, ...lineFrom(after, first, path).moves] };
}

function place(position: Position, { text }: Branch, path: Path): [PlacedMove, Position] {
  const color = moverIn(position, text);
  const turned = passTurnTo(position, color);
  const move = readMove(turned, text);
  if (isIllegal(move)) throw new Error(`${text} is not legal where it stands in the tree`);
  const ejected = move.ejected === null ? null : colorAt(turned, move.ejected);
  const after = play(turned, move);
  return [{ path, ply: path.length, text, color, ejected, after }, after];
}

/** The colour of the player to move: a move starts with a marble of the mover's. */
export function moverIn(position: Position, text: string): Color {
  const cell = cellNamed(text.slice(0, 2));
  return (cell === null ? null : colorAt(position, cell)) ?? position.turn;
}
