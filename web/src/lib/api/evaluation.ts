import type { Analysis, KnownAnalysis, Mode, PositionEvaluation } from '$lib/protocol/types';
import { ask } from './ask';

/** What a search has found in a finished game by now. */
export function analysisOf(game: string, token: string | null): Promise<KnownAnalysis> {
  return ask<KnownAnalysis>(analysisPath(game), {}, token);
}

/** Asks for a search of a finished game, as somebody. */
export function analyse(game: string, token: string | null): Promise<Analysis> {
  return ask<Analysis>(analysisPath(game), { method: 'POST' }, token);
}

/**
 * What a search of about a second finds in a position, as somebody.
 *
 * @param position its line
 */
export function evaluate(mode: Mode, position: string, token: string | null): Promise<PositionEvaluation> {
  return ask<PositionEvaluation>(`/positions/evaluation?${new URLSearchParams({ mode, position })}`, {}, token);
}

function analysisPath(game: string): string {
  return `/games/${encodeURIComponent(game)}/analysis`;
}
