import { describe, expect, it } from 'vitest';
import { follow } from './follow';
import { passTurn, play } from './play';
import type { Position } from './position';
import { positionText, startOf } from './position-text';
import { turnsOf, type GameRecord } from './record';
import { RecordError } from './record-error';
import { readRecord } from './record-reader';
import { recordText } from './record-text';
import { GAMES, LAYOUTS, layoutRows, lines } from './reference/read';
import records from './reference/records.jsonl?raw';

/** A text with its expected record, or with its expected fault and the place of the fault. */
type Known =
  | { readonly text: string; readonly written: string; readonly plies: number; readonly last: string }
  | { readonly text: string; readonly line: number; readonly column: number; readonly kind: string };

describe('records', () => {
  it.each(lines<Known>(records))('are read or rejected as expected: $text', (known) => {
    if ('written' in known) {
      const record = readRecord(known.text, LAYOUTS);
      expect(recordText(record)).toBe(known.written);
      expect(positionText(lastOf(record))).toBe(known.last);
      expect(lastOf(record).ply).toBe(known.plies);
    } else {
      const { place, fault } = faultOf(known.text);
      expect({ ...place, kind: fault }).toEqual({ line: known.line, column: known.column, kind: known.kind });
    }
  });

  it('of the recorded games are written and read back', () => {
    for (const { start: layout, moves } of GAMES) {
      const start = startOf('two', layoutRows(layout));
      const turns = turnsOf(start, follow(start, moves));
      expect(turns).toHaveLength(moves.length);
      const record = { tags: new Map([['Black', 'Ada']]), layout, start, turns };
      expect(readRecord(recordText(record), LAYOUTS)).toEqual(record);
    }
  });

  it('contain skipped turns', () => {
    const start = startOf('three', layoutRows('three_standard'));
    const line = follow(start, ['b1c2', 'h4g4', 'h9g8', 'c2d3', 'g8f7', 'b2c3']);
    const turns = turnsOf(start, line);
    expect(turns.map((turn) => turn === null)).toEqual([false, false, false, false, true, false, false]);
    expect(recordText({ tags: new Map(), layout: 'three_standard', start, turns })).toContain('2. c2d3 -- g8f7\n3. b2c3\n');
  });

  it('contain no control characters', () => {
    const start = startOf('two', layoutRows('standard'));
    const text = recordText({ tags: new Map([['Event', 'a\nb']]), layout: 'standard', start, turns: [] });
    expect(readRecord(text, LAYOUTS).tags.get('Event')).toBe('a b');
  });
});

function lastOf({ start, turns }: GameRecord): Position {
  return turns.reduce<Position>((position, turn) => (turn === null ? passTurn(position) : play(position, turn)), start);
}

function faultOf(text: string): RecordError {
  try {
    readRecord(text, LAYOUTS);
  } catch (error) {
    if (error instanceof RecordError) return error;
    throw error;
  }
  throw new Error(`this is a record: ${text}`);
}
