import type { Analysis, KnownAnalysis, Mode, PositionEvaluation } from '$lib/base/protocol/types';
import { ask } from './ask';

/** The analysis of a finished game, as far as it has come. */
export function analysisOf(game: string, token: string | null): Promise<KnownAnalysis> {
  return ask<KnownAnalysis>(analysisPath(game), {}, token);
}

/** Requests an analysis of a finished game. The caller becomes a guest if necessary. */
export function analyse(game: string, token: string | null): Promise<Analysis> {
  return ask<Analysis>(analysisPath(game), { method: 'POST' }, token);
}

/**
 * Searches a position for about a second. The caller becomes a guest if necessary.
 *
 * @param position its line
 */
export function evaluate(mode: Mode, position: string, token: string | null): Promise<PositionEvaluation> {
  return ask<PositionEvaluation>(`/positions/evaluation?${new URLSearchParams({ mode, position })}`, {}, token);
}

function analysisPath(game: string): string {
  return `/games/${encodeURIComponent(game)}/analysis`;
}
