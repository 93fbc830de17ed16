import { describe, expect, it } from 'vitest';
import type { Mode } from '$lib/base/protocol/types';
import { isIllegal, ILLEGAL_REASONS } from './illegal';
import { hasLegalMove, legalMoves } from './legal';
import { MODES } from './mode';
import { moveText, readMove } from './notation';
import { play } from './play';
import type { Position } from './position';
import { PositionError, positionText, readPosition, type PositionFault } from './position-text';
import { lines } from './reference/read';
import positionLines from './reference/position-lines.jsonl?raw';
import positions from './reference/positions.jsonl?raw';
import tries from './reference/tries.jsonl?raw';

/** Mode, position, number of legal moves, digest of the moves and their resulting positions. */
type Successors = readonly [Mode, string, number, string];

/** Mode, position, and tried moves: text, reason if illegal, and the cell that shows the reason or the normal form of the move. */
type Tries = readonly [Mode, string, readonly (readonly [string, string | null, string | null])[]];

/** Mode, text, and the fault or the normal form of the text. */
type PositionLine = readonly [Mode, string, PositionFault | null, string | null];

/** Long enough for a busy machine. */
const MAX_MILLISECONDS = 60_000;

describe('artificial positions', () => {
  const known = lines<Successors>(positions);

  it('are 10,000 positions, from all modes', () => {
    expect(known).toHaveLength(10_000);
    expect(new Set(known.map(([mode]) => mode))).toEqual(new Set(MODES));
  });

  it.each(MODES)('have the expected legal moves and successors: %s', { timeout: MAX_MILLISECONDS }, (mode) => {
    const wrong = known.filter((line) => {
      if (line[0] !== mode) return false;
      const position = readPosition(mode, line[1]);
      const { count, digest } = successors(position);
      const same = positionText(position) === line[1] && count === line[2] && digest === line[3];
      return !same || hasLegalMove(position) !== count > 0;
    });
    expect(wrong).toEqual([]);
  });
});

describe('tried moves', () => {
  const known = lines<Tries>(tries);

  it('cover every reason why a move is illegal', () => {
    const reasons = new Set(known.flatMap(([, , each]) => each.map(([, reason]) => reason)));
    expect(reasons).toEqual(new Set([null, 'not_a_move', ...ILLEGAL_REASONS]));
  });

  it('are accepted or rejected as expected', () => {
    const answers = known.map(([mode, line, each]) => {
      const position = readPosition(mode, line);
      return [mode, line, each.map(([text]) => [text, ...answer(position, text)])];
    });
    expect(answers).toEqual(known);
  });
});

describe('position lines', () => {
  it.each(lines<PositionLine>(positionLines))('are read or rejected as expected: %s, %j', (mode, text, fault, written) => {
    if (fault === null) expect(positionText(readPosition(mode, text))).toBe(written);
    else expect(faultOf(mode, text)).toEqual(fault);
  });
});

/** Returns the number of legal moves, and the 32-bit FNV-1a hash of their lines `MOVE POSITION\n` in text order. */
function successors(position: Position): { count: number; digest: string } {
  const after = legalMoves(position).map((move) => `${moveText(move)} ${positionText(play(position, move))}\n`);
  let hash = 0x811c9dc5;
  for (const text of after.sort()) {
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return { count: after.length, digest: (hash >>> 0).toString(16).padStart(8, '0') };
}

function answer(position: Position, text: string): [string | null, string | null] {
  const tried = readMove(position, text);
  return isIllegal(tried) ? [tried.reason, tried.cell?.name ?? null] : [null, moveText(tried)];
}

function faultOf(mode: Mode, text: string): PositionFault | null {
  try {
    readPosition(mode, text);
    return null;
  } catch (error) {
    if (error instanceof PositionError) return error.fault;
    throw error;
  }
}
