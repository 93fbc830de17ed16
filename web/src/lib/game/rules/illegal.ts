import type { Cell } from './cell';

/** Reasons for an illegal move, detailed enough to teach the rules: the `reason` of the server's `illegal_move`. */
export const ILLEGAL_REASONS = [
  /** A side has pushed off six marbles: the game is over. */
  'game_over',
  /** There is no marble on the cell that the move names. */
  'empty_cell',
  /** The marble belongs to an opponent. */
  'not_yours',
  /** The trailing marble of an in-line move is the partner's; it must be the player's own. */
  'trailing_not_yours',
  /** A side-step names a partner's marble; it moves only the player's own marbles. */
  'partner_in_side_step',
  /** The cells that should be the ends of a row do not lie in one straight line, or are one and the same. */
  'not_a_line',
  /** More than three marbles would move. */
  'too_many',
  /** The row has a hole: its marbles do not touch. */
  'gap',
  /** A marble moves by exactly one cell. */
  'too_far',
  /** A side-step was written with a direction along the row. */
  'along_the_row',
  /** A target cell of a side-step is taken. */
  'occupied',
  /** Equal forces face each other in line: neither can push. */
  'pac',
  /** More opposing marbles than own ones are in line. */
  'outnumbered',
  /** The cell behind the marbles to be pushed is taken. */
  'blocked_behind',
  /** An own marble, or a partner's, would leave the board. */
  'over_the_edge',
] as const;

export type IllegalReason = (typeof ILLEGAL_REASONS)[number];

/** Reason why a text cannot be played: an illegal move, or no move at all. */
export type Fault = IllegalReason | 'not_a_move';

/** A try that cannot be played. */
export interface Illegal {
  readonly reason: Fault;
  /** The cell that shows it, where there is one. */
  readonly cell: Cell | null;
}

export function illegal(reason: Fault, cell: Cell | null = null): Illegal {
  return { reason, cell };
}

/** Distinguishes tries that cannot be played from moves. */
export function isIllegal(tried: object): tried is Illegal {
  return 'reason' in tried;
}
