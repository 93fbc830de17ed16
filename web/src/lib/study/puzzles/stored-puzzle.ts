import type { Puzzle } from '$lib/base/protocol/types';
import { fieldsOf } from '$lib/base/settings/stored';
import { MODES } from '$lib/game/rules/mode';
import { readPosition } from '$lib/game/rules/position-text';

/** Whether a stored value has all that the board needs. */
export function isPuzzle(value: unknown): value is Puzzle {
  const { id, mode, position, solution, themes } = fieldsOf(value);
  const known = MODES.find((each) => each === mode);
  if (typeof id !== 'string' || typeof position !== 'string' || known === undefined) return false;
  if (!Array.isArray(solution) || !Array.isArray(themes)) return false;
  try {
    readPosition(known, position);
    return true;
  } catch {
    return false;
  }
}
