import type { Marble } from '$lib/game/board/marble';
import type { Color } from '$lib/base/protocol/types';

/** The marbles that each side has pushed out, in order of ejection. */
export function capturedBy(sides: number, marbles: readonly Marble[]): readonly (readonly Color[])[] {
  const trays = Array.from({ length: sides }, (): Color[] => []);
  for (const { color, place } of marbles) {
    const tray = place.kind === 'tray' ? trays[place.side] : undefined;
    if (place.kind === 'tray' && tray !== undefined) tray[place.slot] = color;
  }
  return trays;
}
