import { errors } from '$lib/base/i18n/errors';
import type { PositionFault } from '$lib/game/rules/position-text';
import type { RecordError, RecordFault } from '$lib/game/rules/record-error';

import { t } from './words';

/** The reason why a text is not a position, in a sentence. */
export function positionFaultText(fault: PositionFault): string {
  switch (fault.kind) {
    case 'missing':
      return t('positionFault.missing', { field: fault.field });
    case 'row_count':
      return t('positionFault.rowCount', { count: fault.count });
    case 'row_length':
      return t('positionFault.rowLength', { row: fault.row.toUpperCase() });
    case 'symbol':
      return t('positionFault.symbol', { row: fault.row.toUpperCase(), symbol: fault.symbol });
    case 'foreign_color':
      return t('positionFault.foreignColor', { color: fault.color });
    case 'too_long':
    case 'turn':
    case 'captured':
    case 'plies':
    case 'wrong_sides':
    case 'too_many_captured':
      return t(`positionFault.${fault.kind}`);
  }
}

/** The reason why a text is not a game, and the place of the fault, in a sentence or two. */
export function recordErrorText({ place: { line, column }, fault, position }: RecordError): string {
  const why = position === null ? recordFaultText(fault) : positionFaultText(position);
  // A position alone is one line.
  if (position !== null && line === 1 && column === 1) return why;
  return t('recordFault.at', { line, column, why });
}

function recordFaultText(fault: RecordFault): string {
  switch (fault) {
    case 'expected_quotation_mark':
      return t('recordFault.expected', { wanted: '"' });
    case 'expected_bracket':
      return t('recordFault.expected', { wanted: ']' });
    case 'escape':
    case 'open_comment':
    case 'tag_twice':
    case 'tag_name':
    case 'no_game':
    case 'no_start':
    case 'no_position':
    case 'early_variation':
    case 'open_variation':
    case 'close_variation':
    case 'two_starts':
    case 'mode':
    case 'layout':
    case 'layout_does_not_fit':
    case 'position':
    case 'pass_of_two':
      return t(`recordFault.${fault}`);
    case 'not_a_move':
      return errors.t('error.bad_move');
    default:
      return errors.t(`illegal.${fault}`);
  }
}
