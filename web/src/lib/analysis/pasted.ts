import type { Mode } from '$lib/protocol/types';
import { LAYOUTS } from '$lib/rules/layouts';
import { movesOf } from '$lib/rules/record';
import { moveText } from '$lib/rules/notation';
import { readPosition } from '$lib/rules/position-text';
import { readRecord } from '$lib/rules/record-reader';
import { addressOfStart } from '$lib/review/analysed';

/** A game begins with its tags, before which there may be comments. */
const GAME = /^(?:\{[^}]*\}\s*)*\[\s*\w+\s/;
/** A position's line begins with its rows. One of them may be damaged, or some are missing; other texts look different. */
const POSITION = /^$|^[bwry\d]*\/[bwry\d/]*(?:\s|$)|^(?:[^/\s:]*\/){5}/;

/**
 * The address of the analysis of what somebody has pasted: a whole game, which begins with its tags, or a position's line.
 *
 * @param mode whose position it is; a game tells that itself
 * @returns `null` where it is neither
 * @throws {RecordError} @throws {PositionError} when it is one that cannot be read
 */
export function addressOfText(mode: Mode, text: string): string | null {
  const trimmed = text.trim();
  if (POSITION.test(trimmed)) return addressOfStart(readPosition(mode, trimmed), []);
  if (!GAME.test(trimmed)) return null;
  const record = readRecord(text, LAYOUTS);
  return addressOfStart(record.start, movesOf(record).map(moveText));
}
