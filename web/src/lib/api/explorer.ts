import type { ExplorerResult, Mode } from '$lib/protocol/types';
import { ask } from './ask';

/** @param moves in Aba-Pro notation, `--` for whoever is passed over */
export function explore(mode: Mode, layout: string, moves: readonly string[]): Promise<ExplorerResult> {
  return ask<ExplorerResult>(`/explorer?${new URLSearchParams({ mode, layout, moves: moves.join(',') })}`);
}
