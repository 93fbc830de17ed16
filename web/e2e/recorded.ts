import type { Page } from '@playwright/test';
import { timeline } from '../src/lib/game/board/timeline';
import type { Move } from '../src/lib/game/rules/move';
import { startOf } from '../src/lib/game/rules/position-text';
import game from './fixtures/belgian-daisy-white-wins.json' with { type: 'json' };
import { Table } from './table';

/** The marbles of each colour at the start of a Belgian daisy. */
export const BELGIAN_DAISY = 'ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww';

/** A game of 48 moves that White won with six marbles to none. */
export const MOVES: readonly string[] = game.moves;

const PLIES = timeline(startOf('two', BELGIAN_DAISY), MOVES);

/** Returns the move after this many plies. */
export function moveAt(ply: number): Move {
  const move = PLIES[ply + 1]?.move ?? null;
  if (move === null) throw new Error(`the recorded game has no move after ${ply} plies`);
  return move;
}

export interface Pair {
  readonly black: Page;
  readonly white: Page;
}

/** The ways to enter a move. */
export type Hand = (table: Table, move: Move) => Promise<void>;

export const byClicks: Hand = (table, move) => table.playByClicks(move);
export const byDrag: Hand = (table, move) => table.playByDrag(move);

/** Alternates between rounds of clicks and rounds of drags, so that both players use both. */
export const byTurns = (ply: number): Hand => (Math.floor(ply / 2) % 2 === 0 ? byClicks : byDrag);

/** Plays a range of plies of the recorded game, each move on the page of the player to move. */
export async function playOn(
  { black, white }: Pair,
  from: number,
  to: number,
  hand: (ply: number) => Hand = byTurns,
): Promise<void> {
  for (let ply = from; ply < to; ply += 1) {
    const move = MOVES[ply];
    if (move === undefined) return;
    const table = new Table(ply % 2 === 0 ? black : white);
    await table.hasTurn();
    await hand(ply)(table, moveAt(ply));
    await table.shows(ply + 1, move);
  }
}

/** The settings of a game that differ from the defaults, in the words of the form. */
export interface GameOptions {
  readonly clock?: string;
  /** The settings of a custom clock. */
  readonly kind?: string;
  readonly visibility?: string;
  /** Whether the game is rated, which needs accounts for both players. */
  readonly rated?: boolean;
}

/** The player of Black makes a room in the lobby, and the player of White opens its link. */
export async function meet(black: Page, white: Page, options: GameOptions = {}): Promise<string> {
  const { clock = '15 min', kind, visibility = 'Anyone', rated = false } = options;
  await black.goto('/new');
  await black.getByRole('radio', { name: 'Belgian daisy' }).check();
  await black.getByRole('radio', { name: clock, exact: true }).check();
  if (kind !== undefined) await black.getByLabel('Clock type').selectOption(kind);
  await black.getByRole('radio', { name: 'Black' }).check();
  await black.getByRole('radio', { name: visibility, exact: true }).check();
  if (rated) await black.getByLabel('Rated').check();
  await black.getByRole('button', { name: 'Create game' }).click();
  const link = await black.getByLabel('Link to this game').inputValue();
  // White may use another server of the cluster.
  await white.goto(new URL(link).pathname);
  await white.getByRole('button', { name: 'Join game' }).click();
  await new Table(black).hasTurn();
  return link;
}
