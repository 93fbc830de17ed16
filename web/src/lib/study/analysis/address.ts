import type { Position } from '$lib/game/rules/position';
import { isIllegal } from '$lib/game/rules/illegal';
import { moveText, readMove } from '$lib/game/rules/notation';
import { passTurnTo, play } from '$lib/game/rules/play';

import { moverIn } from './move-lines';
import { branchAt, ends, entered, movesAlong, type Branch, type Path } from './tree';

/** The longest address that all browsers and servers accept. */
const MAX_CHARACTERS = 6000;

/**
 * The address of a tree's own moves: for each variation the number of recorded moves before it, and its
 * moves, `12.i6h5.a2b3`; between two of them `_`. If that is too long, only the variation on the path is in it.
 */
export function movesText(root: Branch, path: Path): string {
  const own = ends(root).filter((end) => branchAt(root, end)?.recorded === false && end.length > 0);
  const whole = own.map((end) => variationText(root, end)).join('_');
  if (whole.length <= MAX_CHARACTERS) return whole;
  return branchAt(root, path)?.recorded === false ? variationText(root, path) : '';
}

function variationText(root: Branch, end: Path): string {
  const recorded = end.findLastIndex((_, depth) => branchAt(root, end.slice(0, depth + 1))?.recorded === true) + 1;
  return [String(recorded), ...movesAlong(root, end).slice(recorded)].join('.');
}

/**
 * Reads the tree from the moves of an address.
 *
 * @returns also whether all of them could be read and played; the rest of a variation is dropped from the first bad move on
 */
export function withMoves(root: Branch, start: Position, text: string): { root: Branch; complete: boolean } {
  let grown = root;
  let complete = true;
  for (const variation of text === '' ? [] : text.split('_')) {
    const [count = '', ...moves] = variation.split('.');
    const recorded = Number(count);
    const path = Array.from({ length: Number.isInteger(recorded) && recorded < 10_000 ? recorded : 0 }, () => 0);
    if (!/^\d+$/.test(count) || branchAt(root, path) === null) {
      complete = false;
      continue;
    }
    const added = withVariation(grown, start, path, moves);
    grown = added.root;
    complete &&= added.complete;
  }
  return { root: grown, complete };
}

function withVariation(root: Branch, start: Position, path: Path, moves: readonly string[]): { root: Branch; complete: boolean } {
  let position = movesAlong(root, path).reduce((at, text) => after(at, text)?.position ?? at, start);
  let place = { root, path };
  for (const text of moves) {
    const next = after(position, text);
    if (next === null) return { root: place.root, complete: false };
    place = entered(place.root, place.path, next.text);
    position = next.position;
  }
  return { root: place.root, complete: true };
}

/** The move in notation, and the position after it; `null` for an illegal move. */
function after(position: Position, text: string): { text: string; position: Position } | null {
  const turned = passTurnTo(position, moverIn(position, text));
  const move = readMove(turned, text);
  return isIllegal(move) ? null : { text: moveText(move), position: play(turned, move) };
}
