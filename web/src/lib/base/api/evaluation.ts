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
 * @param lines the number of best lines, each with another first move
 */
export function evaluate(mode: Mode, position: string, lines: number, token: string | null): Promise<PositionEvaluation> {
  const query = new URLSearchParams({ mode, position, lines: String(lines) });
  return ask<PositionEvaluation>(`/positions/evaluation?${query}`, {}, token);
}

function analysisPath(game: string): string {
  return `/games/${encodeURIComponent(game)}/analysis`;
}
