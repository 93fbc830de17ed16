import type { Locator, Page } from '@playwright/test';
import type { Cell } from '../src/lib/board/cell';
import { step, way, type Direction } from '../src/lib/board/direction';
import { cellsBetween, displacement } from '../src/lib/board/displacement';
import { occupationOf, type Marble } from '../src/lib/board/marble';
import { expect } from './test';

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** One page with a game on it, played with the pointer. */
export class Table {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  cell(cell: Cell): Locator {
    return this.page.locator(`[data-cell="${cell.name}"]`);
  }

  /** The move is in the list of moves and nothing is on its way. */
  async shows(ply: number, move: string): Promise<void> {
    await expect(this.page.locator(`[data-ply="${ply}"]`)).toHaveText(move);
  }

  async hasTurn(): Promise<void> {
    await expect(this.page).toHaveTitle(/^Your turn/);
  }

  /** Selects the row marble by marble, then clicks where it should go. */
  async playByClicks(move: string, marbles: readonly Marble[]): Promise<void> {
    const { row, target } = gesture(move, marbles);
    for (const cell of row) await this.cell(cell).click();
    await this.cell(target).click();
  }

  /** Pushes the trailing marble forward; draws along a row and then aside for a side-step. */
  async playByDrag(move: string, marbles: readonly Marble[]): Promise<void> {
    const { mouse } = this.page;
    const { row, target, direction, kind } = gesture(move, marbles);
    const stops = kind === 'side-step' ? row : row.slice(0, 1);
    const spots: Spot[] = [];
    for (const cell of stops) spots.push(await this.#spot(cell));
    const last = spots.at(-1);
    if (last === undefined) throw new Error('a row has marbles');
    const beside = kind === 'side-step' ? target : step(row[0] ?? target, direction);
    if (beside === null) throw new Error('a marble of one’s own stays on the board');
    await this.cell(row[0] ?? target).hover();
    await mouse.down();
    for (const { x, y } of spots) await mouse.move(x, y, { steps: 4 });
    const end = await this.#spot(beside);
    await mouse.move(end.x, end.y, { steps: 4 });
    await mouse.up();
  }

  async #spot(cell: Cell): Promise<Spot> {
    const box = await this.cell(cell).boundingBox();
    if (box === null) throw new Error(`${cell.name} is not to be seen`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
}

interface Gesture {
  readonly kind: 'in-line' | 'side-step';
  readonly direction: Direction;
  /** One's own marbles that move; for a side-step the one beside the target last. */
  readonly row: readonly Cell[];
  /** Where to click, or to draw a side-step to. */
  readonly target: Cell;
}

/** What a hand does for a move in Aba-Pro notation. */
function gesture(move: string, marbles: readonly Marble[]): Gesture {
  const occupation = occupationOf(marbles);
  const effect = displacement(move, (cell) => occupation.has(cell));
  if (effect === null) throw new Error(`${move} is no move`);
  const { cells, direction } = effect;
  if (move.length === 4) {
    const own = cells.filter((cell) => occupation.get(cell) === occupation.get(cells[0] ?? cell));
    const front = own.at(-1);
    const target = front === undefined ? null : step(front, direction);
    if (target === null) throw new Error(`${move} leads nowhere`);
    return { kind: 'in-line', direction, row: own, target };
  }
  return sideStep(cells, direction);
}

/** Of the row's two ends, the one whose target no other side-step of the row could mean. */
function sideStep(cells: readonly Cell[], direction: Direction): Gesture {
  const [first] = cells;
  const last = cells.at(-1);
  if (first === undefined || last === undefined) throw new Error('a row has two ends');
  const back = cellsBetween(last, first) ?? [];
  const candidates = [
    { row: cells, end: last },
    { row: back, end: first },
  ];
  for (const { row, end } of candidates) {
    const target = step(end, direction);
    if (target === null) continue;
    const near = row.filter((cell) => way(cell, target)?.distance === 1);
    if (near.length === 1) return { kind: 'side-step', direction, row, target };
  }
  throw new Error('one of the two ends is outermost');
}
