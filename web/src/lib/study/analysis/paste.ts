import type { Assumption, Mode } from '$lib/base/protocol/types';
import { LAYOUTS } from '$lib/game/rules/layouts';
import { moveText } from '$lib/game/rules/notation';
import type { GameReading } from '$lib/game/rules/game-reader';
import { RecordError } from '$lib/game/rules/record-error';
import { readFirst } from '$lib/game/rules/record-reader';
import { addressOfStart } from '$lib/study/review/analysed';

import { movesText } from './address';
import { entered, movesAlong, ROOT, toTheEnd, type Place } from './tree';

/** A text in brackets or braces that is no game: tags and comments look different. */
const OTHER = /^\[(?!\s*\w+\s)|^\{[^}]*$/;

/**
 * Returns the address of the analysis of a pasted text: a position, or the first game with its variations.
 *
 * @param mode of a text that does not name its own
 * @returns `null` for any other text
 * @throws {RecordError} if a game or position has a fault
 */
export function addressOfText(mode: Mode, text: string): string | null {
  const game = readPasted(mode, text);
  if (game === null) return null;
  const { root, path } = treeOf(game);
  const address = addressOfStart(game.start, movesAlong(root, path));
  if (!game.steps.some(({ kind }) => kind === 'open')) return address;
  const [page = '', query] = address.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('moves', movesText(root, path));
  return `${page}?${parameters.toString()}`;
}

/** The assumptions of the reader about a pasted text; none for a text that is no game. */
export function assumptionsOf(mode: Mode, text: string): readonly Assumption[] {
  try {
    return readPasted(mode, text)?.assumptions ?? [];
  } catch (error) {
    if (error instanceof RecordError) return [];
    throw error;
  }
}

function readPasted(mode: Mode, text: string): GameReading | null {
  const trimmed = text.trim();
  if (trimmed === '' || OTHER.test(trimmed)) return null;
  try {
    return readFirst(text, mode, LAYOUTS);
  } catch (error) {
    if (error instanceof RecordError && error.fault === 'no_game') return null;
    throw error;
  }
}

/** The tree of a game's moves; the path leads to the end of the main line. */
function treeOf({ steps }: GameReading): Place {
  let place: Place = { root: ROOT, path: [] };
  const open: (readonly number[])[] = [];
  for (const step of steps) {
    if (step.kind === 'open') {
      open.push(place.path);
      place = { root: place.root, path: place.path.slice(0, -1) };
    } else if (step.kind === 'close') {
      place = { root: place.root, path: open.pop() ?? [] };
    } else if (step.kind === 'turn' && step.turn !== null) {
      place = entered(place.root, place.path, moveText(step.turn));
    }
  }
  return { root: place.root, path: toTheEnd(place.root, []) };
}
