import { layoutOf, startFrom } from '$lib/game/rules/layouts';
import { MODES } from '$lib/game/rules/mode';
import type { Position } from '$lib/game/rules/position';
import { PositionError, readPosition, type PositionFault } from '$lib/game/rules/position-text';

import type { Spot } from './analysis.svelte';

/** The subject of an analysis, read from its address. */
export type Source =
  /** No subject yet. */
  | { readonly kind: 'none' }
  /** A finished game, by its id. `spot` is absent if the address names no place. */
  | { readonly kind: 'game'; readonly id: string; readonly moves: string; readonly spot: Spot | null }
  | { readonly kind: 'start'; readonly start: Position; readonly moves: string; readonly spot: Spot | null }
  | { readonly kind: 'unreadable'; readonly fault: PositionFault | null };

/** Reads `?game=ID` or `?mode=…&layout=…` or `?mode=…&position=…`, with `moves`, `line` and `ply`. */
export function sourceOf(query: URLSearchParams): Source {
  const moves = query.get('moves') ?? '';
  const spot = spotOf(query);
  const id = query.get('game');
  if (id !== null) return { kind: 'game', id, moves, spot };
  const [layout, text] = [query.get('layout'), query.get('position')];
  if (layout === null && text === null) return { kind: 'none' };
  const asked = query.get('mode') ?? 'two';
  const mode = MODES.find((each) => each === asked);
  if (mode === undefined) return { kind: 'unreadable', fault: null };
  if (text !== null) return fromText(mode, text, moves, spot);
  const known = layoutOf(mode, layout ?? '');
  return known === null ? { kind: 'unreadable', fault: null } : { kind: 'start', start: startFrom(mode, known), moves, spot };
}

function fromText(mode: (typeof MODES)[number], text: string, moves: string, spot: Spot | null): Source {
  try {
    return { kind: 'start', start: readPosition(mode, text), moves, spot };
  } catch (error) {
    if (error instanceof PositionError) return { kind: 'unreadable', fault: error.fault };
    throw error;
  }
}

function spotOf(query: URLSearchParams): Spot | null {
  const [line, ply] = ['line', 'ply'].map((name) => (query.has(name) ? Number(query.get(name)) : null));
  if (line === null && ply === null) return null;
  return { line: wholeOf(line ?? 0), ply: wholeOf(ply ?? 0) };
}

function wholeOf(value: number): number {
  return Number.isSafeInteger(value) && value > 0 ? value : 0;
}
