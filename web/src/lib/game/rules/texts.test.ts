import { describe, expect, it } from 'vitest';
import texts from '../../../../../crates/rules/tests/data/texts.jsonl?raw';
import { readGames, type GameReading, type Step } from './game-reader';
import { moveText } from './notation';
import { positionText } from './position-text';
import { RecordError } from './record-error';
import { LAYOUTS, lines } from './reference/read';

/** A text with its games, up to its first fault. `crates/rules` reads the same table. */
interface Known {
  readonly name: string;
  readonly text: string;
  readonly games: readonly unknown[];
  readonly error?: { readonly line: number; readonly column: number; readonly kind: string };
}

describe('texts of other programs', () => {
  it.each(lines<Known>(texts))('are read or rejected as the server does: $name', ({ text, games, error }) => {
    const read = readAll(text);
    expect(read.games).toEqual(games);
    expect(read.error).toEqual(error);
  });
});

function readAll(text: string): { games: unknown[]; error: Known['error'] } {
  const games: unknown[] = [];
  try {
    for (const game of readGames(text, 'two', LAYOUTS)) games.push(written(game));
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    return { games, error: { ...error.place, kind: error.fault } };
  }
  return { games, error: undefined };
}

function written({ layout, start, tags, steps, assumptions }: GameReading): unknown {
  return {
    layout,
    start: positionText(start),
    tags: Object.fromEntries(tags.map(({ name, value }) => [name, value])),
    steps: steps.map(stepText).join(' '),
    assumptions,
  };
}

function stepText(step: Step): string {
  switch (step.kind) {
    case 'turn':
      return step.turn === null ? '--' : moveText(step.turn);
    case 'comment':
      return `{${step.text}}`;
    case 'open':
      return '(';
    case 'close':
      return ')';
  }
}
