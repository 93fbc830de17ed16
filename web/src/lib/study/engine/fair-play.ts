import type { MyGame } from '$lib/base/protocol/types';
import { CELLS, cellAt, type Cell } from '$lib/game/rules/cell';
import { legalMoves } from '$lib/game/rules/legal';
import { colorsOf } from '$lib/game/rules/mode';
import { play } from '$lib/game/rules/play';
import { readPosition } from '$lib/game/rules/position-text';
import type { Position } from '$lib/game/rules/position';

/** Plies of a game that belong to the opening, as on the server: games share their positions. */
const OPENING_PLIES = 16;

/** The twelve images of each cell under the symmetries of the board. */
const IMAGES: readonly (readonly number[])[] = CELLS.map(imagesOf);

/** The user's own running games against people, after their openings. */
export function runningPositions(games: readonly MyGame[]): Position[] {
  return games.flatMap(({ status, seats, seat, mode, position, ply }) => {
    const isAgainstPeople = seats.some(({ player }, other) => other !== seat && player !== null && player.computer === undefined);
    return status === 'playing' && isAgainstPeople && ply >= OPENING_PLIES ? [readPosition(mode, position)] : [];
  });
}

/**
 * Whether a position is on the board of one of the games, or follows from it by one move. The board may be turned or reflected and the
 * colours exchanged, as on the server.
 */
export function isInPlay(position: Position, games: readonly Position[]): boolean {
  const same = games.filter(({ mode }) => mode === position.mode);
  if (same.length === 0) return false;
  const board = boardOf(position);
  return same.some((game) => boardOf(game) === board || legalMoves(game).some((move) => boardOf(play(game, move)) === board));
}

/** The marbles, the same for all positions that are the same question. */
function boardOf({ mode, board }: Position): string {
  const sets = colorsOf(mode).map((color) => CELLS.filter(({ index }) => board[index] === color).map(({ index }) => index));
  let least: string | null = null;
  for (let symmetry = 0; symmetry < 12; symmetry += 1) {
    const images = sets.map((cells) => cells.map((cell) => IMAGES[cell]?.[symmetry] ?? 0).sort((a, b) => a - b).join());
    const text = images.sort().join('/');
    if (least === null || text < least) least = text;
  }
  return least ?? '';
}

/** Rotations by a sixth in cubic coordinates, and the same after a reflection. */
function imagesOf({ row, number }: Cell): number[] {
  const images: number[] = [];
  for (const isReflected of [false, true]) {
    let [x, y] = [row - 5, number - 5];
    if (isReflected) [x, y] = [y, x];
    for (let turn = 0; turn < 6; turn += 1) {
      images.push(cellAt(x + 5, y + 5)?.index ?? 0);
      [x, y] = [x - y, x];
    }
  }
  return images;
}
