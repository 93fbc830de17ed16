import type { Mode, NewStudyChapter, StudyDetail } from '$lib/base/protocol/types';
import { positionText, readPosition } from '$lib/game/rules/position-text';

/**
 * The chapters that a text describes: an exported study, a position's line, or games.
 *
 * @param mode of the position; other texts contain their own
 * @returns `null` for an empty text, or JSON that is no study; the server reports all other faults
 */
export function readSource(text: string, mode: Mode): NewStudyChapter | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (trimmed.startsWith('{') && trimmed.endsWith('}')) {
    const chapters = chaptersOf(trimmed);
    if (chapters !== null) return { chapters };
  }
  try {
    return { mode, position: positionText(readPosition(mode, trimmed)) };
  } catch {
    return { text: trimmed };
  }
}

function chaptersOf(json: string): StudyDetail['chapters'] | null {
  try {
    const { chapters } = JSON.parse(json) as Partial<StudyDetail>;
    return Array.isArray(chapters) ? chapters : null;
  } catch {
    return null;
  }
}
