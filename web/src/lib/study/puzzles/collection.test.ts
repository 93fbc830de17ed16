/**
 * Checks the puzzles that come with the server by a second search, on the rules of the page, which share no code with the server's.
 * `npm run verify-puzzles` checks all of them, which takes more than an hour; the unit tests check a few.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import type { Mode } from '$lib/base/protocol/types';
import { legalMoves } from '$lib/game/rules/legal';
import { colorsOf, MODES, sideOfColor } from '$lib/game/rules/mode';
import type { Move } from '$lib/game/rules/move';
import { moveText } from '$lib/game/rules/notation';
import { play, settled } from '$lib/game/rules/play';
import { winner, type Position } from '$lib/game/rules/position';
import { positionText, readPosition } from '$lib/game/rules/position-text';

const FOLDER = join(import.meta.dirname, '../../../../../crates/puzzles/collection');

const CHECKS_ALL = process.env['VERIFY_PUZZLES'] === 'all';

/** Without that, each of these is checked. */
const EVERY = 500;

const MAX_MILLISECONDS = 120_000;

interface Puzzle {
  readonly line: string;
  readonly start: Position;
  readonly solution: readonly string[];
}

function read(mode: Mode): Puzzle[] {
  const lines = readFileSync(join(FOLDER, `${mode}.txt`), 'utf8').split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [, start = '', moves = ''] = line.split(' | ');
    return { line, start: readPosition(mode, start), solution: moves.trim().split(' ') };
  });
}

/** The forced gain of a position's solver, whatever the others reply. */
class Search {
  private readonly side: number;
  private readonly base: number;
  /** The reply that last prevented a gain, by the number of the solver's further moves: it is tried first. */
  private readonly refutations = new Map<number, string>();
  /** Results of positions that other moves have led to, too. */
  private readonly known = new Map<string, boolean>();

  constructor(private readonly start: Position) {
    this.side = sideOfColor(start.mode, start.turn);
    this.base = this.material(start);
  }

  /** The moves after which the solver has gained a marble or won within this many moves, the first included. */
  winning(position: Position, moves: number): string[] {
    return this.candidates(position, moves).filter((move) => this.keeps(after(position, move), moves - 1)).map(moveText);
  }

  /** The moves of the solver that can lead to a gain within this many moves: if all of them must eject a marble, only those that do. */
  private candidates(position: Position, moves: number): readonly Move[] {
    const legal = legalMoves(position);
    return this.gain(position) + moves - 1 > 0 ? legal : legal.filter((move) => move.ejected !== null);
  }

  private material({ mode, board, captured }: Position): number {
    const own = colorsOf(mode).filter((color) => sideOfColor(mode, color) === this.side);
    return (captured[this.side] ?? 0) + board.filter((color) => color !== null && own.includes(color)).length;
  }

  private gain(position: Position): number {
    return this.material(position) - this.base;
  }

  private keeps(position: Position, left: number): boolean {
    if (left === 0) return this.judge(position, left);
    const key = `${left} ${positionText(position)}`;
    const known = this.known.get(key) ?? this.judge(position, left);
    this.known.set(key, known);
    return known;
  }

  private judge(position: Position, left: number): boolean {
    const won = winner(position);
    if (won !== null) return won === this.side;
    // Each further move ejects at most one marble.
    if (this.gain(position) + left <= 0) return false;
    if (position.turn === this.start.turn) {
      if (this.gain(position) > 0) return true;
      return this.candidates(position, left).some((move) => this.keeps(after(position, move), left - 1));
    }
    const replies = legalMoves(position);
    if (replies.length === 0) return position.mode === 'two';
    const last = this.refutations.get(left);
    const first = last === undefined ? undefined : replies.find((move) => moveText(move) === last);
    if (first !== undefined && !this.keeps(after(position, first), left)) return false;
    const refutation = replies.find((move) => move !== first && !this.keeps(after(position, move), left));
    if (refutation === undefined) return true;
    this.refutations.set(left, moveText(refutation));
    return false;
  }
}

function after(position: Position, move: Move): Position {
  return settled(play(position, move));
}

/** Returns the fault of a puzzle; `null` if it is right. */
function fault({ start, solution }: Puzzle): string | null {
  const search = new Search(start);
  const longest = start.mode === 'two' ? 3 : 1;
  const own = start.mode === 'two' ? Math.ceil(solution.length / 2) : 1;
  if (search.winning(start, longest).join() !== solution[0]) return `moves that win: ${search.winning(start, longest).join()}`;
  if (own > 1 && search.winning(start, own - 1).length > 0) return 'the solution is not the shortest';
  let position = start;
  let left = own;
  for (const text of solution) {
    const move = legalMoves(position).find((legal) => moveText(legal) === text);
    if (move === undefined) return `${text} is illegal`;
    if (position.turn === start.turn) {
      const winning = search.winning(position, left);
      if (!winning.includes(text)) return `${text} does not win`;
      if (left > 1 && winning.length > 1) return `moves that win: ${winning.join()}`;
      left -= 1;
    }
    position = after(position, move);
  }
  return left === 0 ? null : 'the solution is too short';
}

describe('the collection of puzzles', () => {
  it('has at least 2,000', () => {
    expect(MODES.flatMap(read).length).toBeGreaterThanOrEqual(2_000);
  });

  it.each(MODES)('has right solutions: %s', { timeout: CHECKS_ALL ? 0 : MAX_MILLISECONDS }, (mode) => {
    const puzzles = read(mode).filter((_, index) => CHECKS_ALL || index % EVERY === 0);
    expect(puzzles.map((puzzle) => [puzzle.line, fault(puzzle)]).filter(([, wrong]) => wrong !== null)).toEqual([]);
  });
});
