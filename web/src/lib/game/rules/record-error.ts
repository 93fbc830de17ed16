import type { Fault } from './illegal';
import type { PositionFault } from './position-text';
import type { Place } from './text-reader';

/** Faults of a text that should be the record of a game. */
export type RecordFault =
  /** A tag is written `[Name "value"]`, and here a character of this is missing. */
  | 'expected_quotation_mark'
  | 'expected_bracket'
  /** A backslash in a value stands only before a quotation mark or another backslash. */
  | 'escape'
  /** A comment starts here and does not end. */
  | 'open_comment'
  | 'tag_twice'
  | 'tag_name'
  /** The text has neither moves nor a start. */
  | 'no_game'
  /** The tags contain neither a layout nor a position, and there are no moves; or both a layout and a position. */
  | 'no_start'
  | 'two_starts'
  /** The variant `custom` needs a position. */
  | 'no_position'
  /** There is no such mode, layout or position, or the layout is for another number of players. */
  | 'mode'
  | 'layout'
  | 'layout_does_not_fit'
  | 'position'
  /** A variation follows no move, is not closed, or was not open. */
  | 'early_variation'
  | 'open_variation'
  | 'close_variation'
  /** With two players, every turn is a move. */
  | 'pass_of_two'
  /** The move cannot be played. */
  | Fault;

/** A text is not the record of a game. The message is for developers. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
  readonly place: Place;
  readonly fault: RecordFault;
  /** The fault of the position, if that is at fault. */
  readonly position: PositionFault | null;

  constructor(place: Place, fault: RecordFault, position: PositionFault | null = null) {
    super(`not a record: line ${place.line}, column ${place.column}: ${fault}`);
    this.place = place;
    this.fault = fault;
    this.position = position;
  }
}
