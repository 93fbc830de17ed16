import type { Locator, Page } from '@playwright/test';
import type { Cell } from '../src/lib/game/rules/cell';
import { step, way, type Direction } from '../src/lib/game/rules/direction';
import type { Move } from '../src/lib/game/rules/move';

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The number of pointer movements between two stops. */
const STEPS = 4;

/** A page with a game that the test plays with the pointer. */
export class Table {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  cell(cell: Cell): Locator {
    return this.page.locator(`[data-cell="${cell.name}"]`);
  }

  /** Waits until the move is in the list of moves and no command is pending. */
  async shows(ply: number, move: string): Promise<void> {
    const listed = this.page.locator(`[data-ply="${ply}"]`);
    await listed.filter({ hasText: new RegExp(`^\\s*${move}\\s*$`) }).waitFor();
  }

  async hasTurn(): Promise<void> {
    await this.page.waitForFunction(() => /^(\(\d+\) )?Your turn/.test(document.title));
  }

  /** Selects the row marble by marble, then clicks its target. */
  async playByClicks(move: Move): Promise<void> {
    const { row, target } = gesture(move);
    for (const cell of row) await this.cell(cell).click();
    await this.cell(target).click();
  }

  /** Drags the trailing marble forward. For a side-step, drags along the row and then aside. */
  async playByDrag(move: Move): Promise<void> {
    const { mouse } = this.page;
    const path = await this.#path(move);
    for (const [index, { x, y }] of path.entries()) {
      await mouse.move(x, y, { steps: STEPS });
      if (index === 0) await mouse.down();
    }
    await mouse.up();
  }

  /** Like `playByDrag`, with a finger. */
  async playByTouch(move: Move): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', spot?: Spot): Promise<unknown> =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: spot === undefined ? [] : [spot] });
    const path = await this.#path(move);
    await touch('touchStart', path[0]);
    for (const [index, to] of path.entries()) {
      const from = path[index - 1] ?? to;
      for (let part = 1; part <= STEPS; part += 1) {
        const along = part / STEPS;
        await touch('touchMove', { x: from.x + (to.x - from.x) * along, y: from.y + (to.y - from.y) * along });
      }
    }
    await touch('touchEnd');
    await session.detach();
  }

  /** Returns the path of a drag: over the marbles of a row and aside, or from the trailing marble to the next cell. */
  async #path(move: Move): Promise<Spot[]> {
    const { row, target, direction, kind } = gesture(move);
    const [trailing] = row;
    const ahead = trailing === undefined ? null : step(trailing, direction);
    if (trailing === undefined || ahead === null) throw new Error('a marble of one’s own stays on the board');
    const stops = kind === 'side-step' ? [...row, target] : [trailing, ahead];
    await this.cell(trailing).scrollIntoViewIfNeeded();
    const path: Spot[] = [];
    for (const cell of stops) path.push(await this.#spot(cell));
    return path;
  }

  async #spot(cell: Cell): Promise<Spot> {
    const box = await this.cell(cell).boundingBox();
    if (box === null) throw new Error(`${cell.name} is not to be seen`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
}

interface Gesture {
  readonly kind: Move['kind'];
  readonly direction: Direction;
  /** The player's marbles that move. For a side-step, the marble next to the target is last. */
  readonly row: readonly Cell[];
  /** The cell where the click or the drag of a side-step ends. */
  readonly target: Cell;
}

/** Returns the marbles and the target that the pointer needs for a move. */
function gesture({ kind, direction, row, targets }: Move): Gesture {
  const [target] = targets;
  if (kind === 'side-step') return sideStep(row, direction);
  if (target === undefined) throw new Error('a line moves to the cell ahead of it');
  return { kind, direction, row, target };
}

/** Returns the row ordered so that the target next to its last marble belongs to no other side-step of the row. */
function sideStep(cells: readonly Cell[], direction: Direction): Gesture {
  for (const row of [cells, cells.toReversed()]) {
    const end = row.at(-1);
    const target = end === undefined ? null : step(end, direction);
    if (target === null) continue;
    const near = row.filter((cell) => way(cell, target)?.distance === 1);
    if (near.length === 1) return { kind: 'side-step', direction, row, target };
  }
  throw new Error('one of the two ends is outermost');
}
