import type { Cell } from '$lib/rules/cell';

/** A few words on the board, at the cell that shows what they say; in the middle where none does. */
export interface Word {
  readonly text: string;
  readonly cell: Cell | null;
}
