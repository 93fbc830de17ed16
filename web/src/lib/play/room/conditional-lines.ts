/** Moves that a player has prepared: they alternate as in the game, and the last one is the player's own. */
export type ConditionalLine = readonly string[];

/** The server's limits. */
export const MAX_LINES = 20;
export const MAX_LINE_MOVES = 20;

/** The part of a line up to the last move of a seat; `null` if it has none, or starts with it. */
export function preparedPart(moves: readonly string[], movers: readonly number[], own: number): ConditionalLine | null {
  const end = movers.slice(0, moves.length).lastIndexOf(own);
  return end <= 0 || movers[0] === own ? null : moves.slice(0, end + 1);
}

/**
 * Adds a line to the lines of a player. Lines that it continues, or that reply differently to the same moves, are replaced.
 *
 * @param isOwn whether the player makes the move at this place of the new line
 */
export function withLine(lines: readonly ConditionalLine[], line: ConditionalLine, isOwn: (place: number) => boolean): readonly ConditionalLine[] {
  const shared = (other: ConditionalLine): number => {
    const end = line.findIndex((move, place) => other[place] !== move);
    return end === -1 ? line.length : end;
  };
  if (lines.some((other) => shared(other) === line.length)) return lines;
  const kept = lines.filter((other) => {
    const length = shared(other);
    return length < other.length && !isOwn(length);
  });
  return [...kept, line];
}
