import type { Mode } from '$lib/protocol/types';
import { layoutAt, LAYOUTS } from '$lib/rules/layouts';
import { movesOf } from '$lib/rules/record';
import { moveText } from '$lib/rules/notation';
import { positionText, readPosition } from '$lib/rules/position-text';
import type { Position } from '$lib/rules/position';
import { readRecord } from '$lib/rules/record-reader';
import { paths } from '$lib/router/routes';

/**
 * The address of the analysis of what somebody has pasted: a whole game, which begins with its tags, or a position's line.
 *
 * @param mode whose position it is; a game tells that itself
 * @throws {RecordError} @throws {PositionError} when it is neither
 */
export function addressOfText(mode: Mode, text: string): string {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return addressOfStart(readPosition(mode, trimmed), []);
  const record = readRecord(text, LAYOUTS);
  return addressOfStart(record.start, movesOf(record).map(moveText));
}

/** The address of the analysis of a game that no server knows by an id, at its end or at a ply. */
export function addressOfStart(start: Position, moves: readonly string[], ply?: number): string {
  const layout = layoutAt(start);
  const from = layout === null ? { position: positionText(start) } : { layout };
  return paths.analysis({ mode: start.mode, ...from, moves, ply: ply ?? moves.length });
}
