import { describe, expect, it } from 'vitest';

import { legalMoves } from './legal';
import { layoutOf, startFrom, type Layout } from './layouts';
import { MODES } from './mode';
import { moveText } from './notation';
import { passTurn, play } from './play';
import { startOf } from './position-text';
import { movesOf, recordOf, recordText, type GameRecord } from './record';
import { readRecord, RecordError } from './record-text';
import { GAMES, layoutRows } from './reference/read';

const STANDARD = startOf('two', layoutRows('standard'));

/** The place and kind of what is wrong. */
function faultOf(text: string): readonly [number, number, string] | null {
  try {
    readRecord(text);
    return null;
  } catch (error) {
    if (error instanceof RecordError) return [error.line, error.column, error.fault.kind];
    throw error;
  }
}

describe('a game as text', () => {
  it('has tags, an empty line and numbered rounds, as the server writes it', () => {
    const tags = [
      ['Round', '3'],
      ['Result', 'black'],
      ['White', 'B"e\\n'],
      ['Black', 'Ada'],
      ['Event', 'Open'],
    ] as const;
    const text = recordText(recordOf(STANDARD, ['a1b2', 'i5h5', 'a2b3'], tags));
    const lines = [
      '[Event "Open"]',
      '[Black "Ada"]',
      '[White "B\\"e\\\\n"]',
      '[Mode "two"]',
      '[Layout "standard"]',
      '[Result "black"]',
      '[Round "3"]',
      '',
      '1. a1b2 i5h5',
      '2. a2b3',
      '',
    ];
    expect(text.split('\n')).toEqual(lines);
    expect(recordText(readRecord(text))).toBe(text);
    expect(readRecord(text).tags).toContainEqual(['White', 'B"e\\n']);
  });

  it('writes turns that went on without a move as two dashes', () => {
    const text = '[Mode "three"]\n[Layout "three_standard"]\n\n1. b1c1 -- h8g7\n2. -- -- h9g8\n';
    const read = readRecord(text);
    expect(recordText(read)).toBe(text);
    expect(recordText(recordOf(read.start, movesOf(read)))).toBe(text);
  });

  it('is read with comments, numbers and line ends of any kind', () => {
    const text = ' { c1 }[Layout "standard"]\r\n{[Event "no"]}\r\n1.a1b2{good}2. I5H5\t\r\n3... a2b3 {end}';
    expect(recordText(readRecord(text))).toBe('[Mode "two"]\n[Layout "standard"]\n\n1. a1b2 i5h5\n2. a2b3\n');
  });

  it.each([
    ['', 1, 1, 'no_start'],
    ['[Event "x"]\n\n', 3, 1, 'no_start'],
    ['[Layout standard]', 1, 9, 'expected'],
    ['[Layout "standard]\n', 1, 19, 'expected'],
    ['[Layout "standard"', 1, 19, 'expected'],
    ['[Layout "stand\\ard"]', 1, 15, 'escape'],
    ['[Layout "standard"]\n{ a', 2, 1, 'open_comment'],
    ['[Event "a"]\n[Event "b"]', 2, 1, 'tag_twice'],
    ['[ "a"]\n[Layout "standard"]', 1, 1, 'tag_name'],
    ['[Layout "standard"]\n[Position "5/6/7/8/9/8/7/6/5 b 0,0 0 0"]', 2, 1, 'two_starts'],
    ['[Layout "standard"]\n\n1. a1b2 --', 3, 9, 'pass_of_two'],
    ['[Mode "five"]', 1, 1, 'mode'],
    ['[Event "a"]\n  [Layout "nowhere"]', 2, 3, 'layout'],
    ['[Mode "three"]\n[Layout "standard"]', 2, 1, 'layout_does_not_fit'],
    ['[Position "5/6"]', 1, 1, 'position'],
    ['[Layout "standard"]\n\n1. a1b2 i5h5\n2. a2b3 é6', 4, 9, 'move'],
    ['[Layout "standard"]\n\n1. a1b2 i5h5\n2. e5e6', 4, 4, 'move'],
  ] as const)('tells of %j where and what is wrong, as the server does', (text, line, column, kind) => {
    expect(faultOf(text)).toEqual([line, column, kind]);
  });

  it.each(GAMES)('$id is written and read back', ({ start, moves }) => {
    const record = recordOf(startOf('two', layoutRows(start)), moves);
    expect(record.layout).toBe(start);
    expect(readRecord(recordText(record))).toEqual(record);
  });

  it.each(MODES)('of any start is read as it was written: %s', (mode) => {
    const layout: Layout | null = layoutOf(mode, { two: 'standard', three: 'three_standard' }[mode as string] ?? 'four_standard');
    if (layout === null) throw new Error('each mode has its standard');
    let position = startFrom(mode, layout);
    const begun = play(position, legalMoves(position)[3] ?? never());
    const turns: (string | null)[] = [];
    position = begun;
    for (let ply = 0; ply < 40; ply += 1) {
      const moves = legalMoves(position);
      const move = moves[(ply * 7) % moves.length] ?? never();
      const passed = mode !== 'two' && ply % 5 === 4;
      turns.push(passed ? null : moveText(move));
      position = passed ? passTurn(position) : play(position, move);
    }
    const record: GameRecord = { start: begun, layout: null, tags: [['Event', 'An "odd" \\ one']], turns };
    expect(readRecord(recordText(record))).toEqual(record);
    const trimmed = turns.slice(0, turns.findLastIndex((turn) => turn !== null) + 1);
    expect(recordOf(begun, movesOf(record)).turns).toEqual(trimmed);
  });
});

function never(): never {
  throw new Error('there is always a move');
}
