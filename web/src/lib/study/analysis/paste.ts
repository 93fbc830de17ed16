import type { Mode } from '$lib/base/protocol/types';
import { LAYOUTS } from '$lib/game/rules/layouts';
import { movesOf } from '$lib/game/rules/record';
import { moveText } from '$lib/game/rules/notation';
import { readPosition } from '$lib/game/rules/position-text';
import { readRecord } from '$lib/game/rules/record-reader';
import { addressOfStart } from '$lib/study/review/analysed';

/** A game starts with its tags, before which there may be comments. */
const GAME = /^(?:\{[^}]*\}\s*)*\[\s*\w+\s/;
/** A position's line starts with its rows. A row may be damaged or missing; other texts look different. */
const POSITION = /^$|^[bwry\d]*\/[bwry\d/]*(?:\s|$)|^(?:[^/\s:]*\/){5}/;

/**
 * Returns the address of the analysis of a pasted text: a whole game, which starts with its tags, or a position's line.
 *
 * @param mode of the position; a game contains its own
 * @returns `null` for any other text
 * @throws {RecordError} @throws {PositionError} if a game or position has a fault
 */
export function addressOfText(mode: Mode, text: string): string | null {
  const trimmed = text.trim();
  if (POSITION.test(trimmed)) return addressOfStart(readPosition(mode, trimmed), []);
  if (!GAME.test(trimmed)) return null;
  const record = readRecord(text, LAYOUTS);
  return addressOfStart(record.start, movesOf(record).map(moveText));
}
