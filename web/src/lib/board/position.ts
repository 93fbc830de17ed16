import type { Color } from '$lib/protocol/types';
import { cellAt, type Cell } from './cell';

/** Which marble lies where. */
export type Occupation = ReadonlyMap<Cell, Color>;

/** A position line, read: `ROWS TURN CAPTURED QUIET PLY`. */
export interface Position {
  readonly marbles: Occupation;
  /** Marbles pushed out, by side. */
  readonly captured: readonly number[];
  readonly ply: number;
}

const LETTERS: Readonly<Record<string, Color>> = { b: 'black', w: 'white', r: 'red', y: 'yellow' };
const TOP_ROW = 9;

/** The marbles of the rows I to A, separated by `/`; digits stand for runs of free cells. */
export function readRows(rows: string): Occupation {
  const marbles = new Map<Cell, Color>();
  rows.split('/').forEach((text, index) => {
    const row = TOP_ROW - index;
    let number = Math.max(1, row - 4);
    for (const letter of text) {
      const color = LETTERS[letter];
      if (color === undefined) {
        number += Number(letter);
        continue;
      }
      const cell = cellAt(row, number);
      if (cell === null) throw new Error(`row ${row} of "${rows}" is too long`);
      marbles.set(cell, color);
      number += 1;
    }
  });
  return marbles;
}

export function readPosition(line: string): Position {
  const [rows = '', , captured = '', , ply = ''] = line.split(' ');
  return {
    marbles: readRows(rows),
    captured: captured.split(',').map(Number),
    ply: Number(ply),
  };
}
