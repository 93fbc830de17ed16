import type { ScoredLine } from '$lib/base/protocol/types';
import type { Position } from '$lib/game/rules/position';
import { positionText } from '$lib/game/rules/position-text';

import { Recent } from './recent';

/** The lines of a position, as the engine in the browser has found them. */
export interface KeptResult {
  /** In plies. */
  readonly depth: number;
  readonly nodes: number;
  /** Best first; at least one. */
  readonly lines: readonly ScoredLine[];
}

/** The deepest results by position and number of lines, until the page is closed. */
export class KeptResults {
  readonly #results = new Recent<KeptResult>();
  /** Changes with each result. */
  #version = $state(0);

  /** The result of a position; `null` without one. */
  of(position: Position, lines: number): KeptResult | null {
    void this.#version;
    return this.#results.get(`${lines} ${keyOf(position)}`) ?? null;
  }

  /** The result of a position with any number of lines. */
  any(position: Position): KeptResult | null {
    for (let lines = 1; lines <= 5; lines += 1) {
      const result = this.of(position, lines);
      if (result !== null) return result;
    }
    return null;
  }

  /** Keeps a result, unless a deeper one is known. */
  keep(position: Position, lines: number, result: KeptResult): void {
    const key = `${lines} ${keyOf(position)}`;
    const known = this.#results.get(key);
    if (known !== undefined && known.depth > result.depth) return;
    this.#results.set(key, result);
    this.#version += 1;
  }
}

/** A list of moves asks for the same positions after each depth. */
const keys = new WeakMap<Position, string>();

/** Counts of plies do not matter. */
export function keyOf(position: Position): string {
  const known = keys.get(position);
  if (known !== undefined) return known;
  const key = `${position.mode} ${positionText({ ...position, quietPlies: 0, ply: 0 })}`;
  keys.set(position, key);
  return key;
}

export const keptResults = new KeptResults();
