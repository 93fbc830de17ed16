import type { Mode } from '$lib/protocol/types';
import { colorsOf, sideOf } from './seats';

/** The side that plays at a ply, counted from 0. */
export function sideAt(mode: Mode, ply: number): number {
  return sideOf(mode, ply % colorsOf(mode).length);
}
