import type { Mode } from '$lib/protocol/types';
import { LAYOUTS } from '$lib/rules/layouts';
import { movesOf } from '$lib/rules/record';
import { moveText } from '$lib/rules/notation';
import { readPosition } from '$lib/rules/position-text';
import { readRecord } from '$lib/rules/record-reader';
import { addressOfStart } from '$lib/review/analysed';

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
