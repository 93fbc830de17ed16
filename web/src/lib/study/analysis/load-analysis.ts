import { game as askFor } from '$lib/base/api/api';
import { firstPosition } from '$lib/game/table/first-position';
import { matchText } from '$lib/game/table/match-text';
import { Line } from '$lib/game/table/line';
import { errors } from '$lib/base/i18n/errors';
import type { GameDetail } from '$lib/base/protocol/types';
import { readPosition } from '$lib/game/rules/position-text';

import { withMoves } from './address';
import { Analysis, type Spot } from './analysis.svelte';
import { positionFaultText } from './error-text';
import { sourceOf } from './source';
import { ends, recordedTree, ROOT, type Branch } from './tree';
import { t } from './words';

/** The content of the analysis page for an address. */
export type LoadedAnalysis =
  /** A choice of the game or position to analyse. */
  | { readonly kind: 'begin'; readonly fault: string | null }
  | {
      readonly kind: 'analysis';
      readonly analysis: Analysis;
      /** The players, in a game. */
      readonly name: string | null;
      readonly gameId: string | null;
      /** The parts of the address that could not be loaded, in a sentence. */
      readonly warning: string | null;
    };

/** @throws {Refusal} when a game or its layout cannot be loaded */
export async function loadAnalysis(query: URLSearchParams): Promise<LoadedAnalysis> {
  const source = sourceOf(query);
  switch (source.kind) {
    case 'none':
      return { kind: 'begin', fault: null };
    case 'unreadable': {
      const why = source.fault === null ? '' : positionFaultText(source.fault);
      return { kind: 'begin', fault: t('analysis.unreadable', { why }).trim() };
    }
    case 'start': {
      const { root, complete } = withMoves(ROOT, source.start, source.moves);
      const analysis = new Analysis({ start: source.start, root }, source.spot ?? lastOf(root));
      return { kind: 'analysis', analysis, name: null, gameId: null, warning: complete ? null : t('analysis.incomplete') };
    }
    case 'game':
      return fromGame(await askFor(source.id), source.moves, source.spot);
  }
}

async function fromGame(game: GameDetail, moves: string, spot: Spot | null): Promise<LoadedAnalysis> {
  const { id, mode, players } = game;
  const first = await firstPosition(game);
  const last = readPosition(mode, game.final_position);
  const start = first ?? last;
  // Moves that do not lead to the server's final position do not belong to this start.
  const line = new Line(start, game.moves, { ply: game.moves.length, position: last });
  const known = first !== null && (game.moves.length === 0 || line.move(game.moves.length) !== null);
  const begun = known ? { start, tree: recordedTree(game.moves) } : { start: last, tree: ROOT };
  const { root, complete } = withMoves(begun.tree, begun.start, moves);
  const analysis = new Analysis({ start: begun.start, root, players }, spot ?? lastOf(begun.tree));
  const warning = known ? (complete ? null : t('analysis.incomplete')) : errors.t('missingGame.start');
  return { kind: 'analysis', analysis, name: matchText(mode, players), gameId: id, warning };
}

/** The end of the main line. */
function lastOf(root: Branch): Spot {
  return { line: 0, ply: ends(root)[0]?.length ?? 0 };
}
