import type { Position } from '$lib/game/rules/position';
import { positionText } from '$lib/game/rules/position-text';
import type { GameModel } from '$lib/game/table/model';
import { addressWith } from '$lib/base/router/address';
import { paths } from '$lib/base/router/routes';

/** The address of the form for a study that starts with a finished game, or with a position of any other game. */
export function addressOfStudy(game: GameModel, ply: number, id: string | null): string {
  return id === null ? addressOfPosition(game.line.position(ply)) : addressWith(paths.studies, { new: '1', game: id });
}

/** The address of the form for a study that starts with a position. */
export function addressOfPosition(position: Position): string {
  return addressWith(paths.studies, { new: '1', mode: position.mode, position: positionText(position) });
}
