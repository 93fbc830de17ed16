import type { Cell } from '$lib/game/rules/cell';

/** A short message on the board, at the cell that causes it; in the middle if there is none. */
export interface Word {
  readonly text: string;
  readonly cell: Cell | null;
}
