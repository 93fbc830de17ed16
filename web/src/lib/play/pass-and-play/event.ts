/**
 * An event of a game at one screen. A game is the fold of its events. `ms` is the time that had passed of the running turn, in
 * milliseconds.
 */
export type LocalEvent =
  /** The player to move moved, in Aba-Pro notation. */
  | { readonly kind: 'move'; readonly move: string; readonly ms: number }
  | { readonly kind: 'resigned'; readonly seat: number; readonly ms: number }
  /** The player to move ran out of time; with one clock for all, all players did. */
  | { readonly kind: 'time'; readonly ms: number }
  /** All players agreed to a draw. */
  | { readonly kind: 'draw'; readonly ms: number };

/** Parses stored events; `null` for anything else. It does not check that they are legal. */
export function readEvents(value: unknown): readonly LocalEvent[] | null {
  if (!Array.isArray(value)) return null;
  const events = value.map(readEvent);
  return events.every((event) => event !== null) ? events : null;
}

function readEvent(value: unknown): LocalEvent | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, move, seat, ms } = value as Readonly<Record<string, unknown>>;
  if (typeof ms !== 'number' || !(ms >= 0)) return null;
  if (kind === 'move' && typeof move === 'string') return { kind, move, ms };
  if (kind === 'resigned' && typeof seat === 'number' && Number.isInteger(seat) && seat >= 0) return { kind, seat, ms };
  return kind === 'time' || kind === 'draw' ? { kind, ms } : null;
}
