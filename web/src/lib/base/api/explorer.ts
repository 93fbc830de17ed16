import type { ExplorerResult, Mode } from '$lib/base/protocol/types';
import { ask } from './ask';

/** @param moves in Aba-Pro notation, `--` for a player whose turn is skipped */
export function explore(mode: Mode, layout: string, moves: readonly string[]): Promise<ExplorerResult> {
  return ask<ExplorerResult>(`/explorer?${new URLSearchParams({ mode, layout, moves: moves.join(',') })}`);
}
