import type { GameModel } from '$lib/game/table/model';
import { follow } from '$lib/game/rules/follow';
import { layoutAt } from '$lib/game/rules/layouts';
import type { Position } from '$lib/game/rules/position';
import { positionText } from '$lib/game/rules/position-text';
import { paths } from '$lib/base/router/routes';

/** The address of the analysis of a game without a server's id, at its end or at a ply. */
export function addressOfStart(start: Position, moves: readonly string[], ply = moves.length): string {
  const layout = layoutAt(start);
  const from = layout === null ? { position: positionText(start) } : { layout };
  return paths.analysis({ mode: start.mode, ...from, moves, ply });
}

/** The address of the analysis of a game so far: of one position alone if its moves are unknown. */
export function addressOfGame({ line }: GameModel, ply: number): string {
  const start = line.position(0);
  const known = follow(start, line.moves).moves.length === line.moves.length;
  return known ? addressOfStart(start, line.moves, ply) : addressOfStart(line.position(ply), []);
}
