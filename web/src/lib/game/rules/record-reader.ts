import type { Assumption, LayoutInfo, Mode } from '$lib/base/protocol/types';
import { readGames, type GameReading } from './game-reader';
import type { GameRecord, Turn } from './record';
import { RecordError } from './record-error';

/**
 * Reads the first game of a text: its main line, without comments.
 *
 * @param layouts those that a text can name
 * @throws {RecordError} with the first fault and its place
 */
export function readRecord(text: string, layouts: readonly LayoutInfo[]): GameRecord {
  return recordIn(readFirst(text, 'two', layouts));
}

/** @throws {RecordError} with the first fault and its place */
export function readFirst(text: string, mode: Mode, layouts: readonly LayoutInfo[]): GameReading {
  const games = readGames(text, mode, layouts);
  const first = games.next();
  if (first.done === true) throw new RecordError({ line: 1, column: 1 }, 'no_game');
  const unnamed = first.value.tags.find(({ name }) => name === '');
  if (unnamed !== undefined) throw new RecordError(unnamed.place, 'tag_name');
  const more: Assumption[] = hasMore(games) ? [{ kind: 'first_game' }] : [];
  return { ...first.value, assumptions: [...first.value.assumptions, ...more] };
}

function hasMore(games: Generator<GameReading, void>): boolean {
  try {
    return games.next().done !== true;
  } catch (error) {
    if (error instanceof RecordError) return true;
    throw error;
  }
}

/** The main line of a game. */
export function recordIn({ tags, layout, start, steps }: GameReading): GameRecord {
  let depth = 0;
  const turns: Turn[] = [];
  for (const step of steps) {
    if (step.kind === 'open') depth += 1;
    else if (step.kind === 'close') depth -= 1;
    else if (step.kind === 'turn' && depth === 0) turns.push(step.turn);
  }
  return { tags: new Map(tags.map(({ name, value }) => [name, value])), layout, start, turns };
}
