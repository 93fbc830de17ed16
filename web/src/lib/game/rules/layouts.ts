import type { Mode } from '$lib/base/protocol/types';

import { colorsOf } from './mode';
import { positionText, startOf } from './position-text';
import type { Position } from './position';

/** The positions of the marbles at the start of a game. */
export interface Layout {
  /** As the protocol calls it. */
  readonly name: string;
  readonly players: number;
  /** The rows I to A, as in a position's line. */
  readonly rows: string;
}

/** All layouts, in the server's order, so that a game can start without it. */
export const LAYOUTS: readonly Layout[] = [
  { name: 'standard', players: 2, rows: 'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb' },
  { name: 'belgian_daisy', players: 2, rows: 'ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww' },
  { name: 'german_daisy', players: 2, rows: '5/ww2bb/www1bbb/1ww2bb1/9/1bb2ww1/bbb1www/bb2ww/5' },
  { name: 'dutch_daisy', players: 2, rows: 'ww1bb/wbwbwb/1ww1bb1/8/9/8/1bb1ww1/bwbwbw/bb1ww' },
  { name: 'swiss_daisy', players: 2, rows: '5/ww2bb/wbw1bwb/1ww2bb1/9/1bb2ww1/bwb1wbw/bb2ww/5' },
  { name: 'domination', players: 2, rows: '5/w4b/ww3bb/wwww1bbb/3b1b3/bbb1wwww/bb3ww/b4w/5' },
  { name: 'the_wall', players: 2, rows: '2w2/6/1wwwww1/wwwwwwww/9/bbbbbbbb/1bbbbb1/6/2b2' },
  { name: 'fujiyama', players: 2, rows: 'wwwww/1wbbw1/2wbw2/3ww3/9/3bb3/2bwb2/1bwwb1/bbbbb' },
  { name: 'star', players: 2, rows: 'b3w/1w2b1/w1b1w1b/3wb3/wbwb1wbwb/3wb3/w1b1w1b/1w2b1/b3w' },
  { name: 'face_to_face', players: 2, rows: '5/6/ww3bb/www2bbb/wwww1bbbb/www2bbb/ww3bb/6/5' },
  { name: 'alliances', players: 2, rows: '5/1wwbb1/1w1wbb1/1w1bw1b1/1w1b1w1b1/1w1bw1b1/1wwb1b1/1wwbb1/5' },
  { name: 'atomouche', players: 2, rows: 'bw3/w2bwb/2b4/b1w4w/w2b1w2b/b4b1w/4w2/wbw2b/3bw' },
  { name: 'centrifuge', players: 2, rows: '1www1/b4b/bb1w1bb/bb4bb/9/ww4ww/ww1b1ww/w4w/1bbb1' },
  { name: 'snakes', players: 2, rows: 'bbbbb/b5/b6/b2bbww1/1b1b1w1w1/1bbww2w/6w/5w/wwwww' },
  { name: 'snakes_variant', players: 2, rows: 'bbbbb/b5/b6/b1wwwww1/1b5w1/1bbbbb1w/6w/5w/wwwww' },
  { name: 'alien', players: 2, rows: 'b1b1b/1bwwb1/1bwbwb1/3bb3/9/3ww3/1wbwbw1/1wbbw1/w1w1w' },
  { name: 'anglattack', players: 2, rows: 'ww1bb/wb2wb/2b1w2/8/wbbw1bwwb/8/2b1w2/wb2wb/ww1bb' },
  { name: 'six_nine', players: 2, rows: '5/wwwwww/wbw3w/1ww2ww1/9/1bb2bb1/b3bwb/bbbbbb/5' },
  { name: 'duel', players: 2, rows: '1w1b1/wwwbbb/2w1b2/b6w/bb5ww/b6w/2w1b2/wwwbbb/1w1b1' },
  { name: 'checkerboard', players: 2, rows: '5/bwbwbw/7/wbwbwbwb/9/bwbwbwbw/7/wbwbwb/5' },
  { name: 'three_standard', players: 3, rows: 'ww1rr/ww2rr/ww3rr/ww4rr/ww5rr/w6r/7/bbbbbb/bbbbb' },
  { name: 'four_standard', players: 4, rows: 'b3w/bb2ww/bbb1www/bbb2www/9/yyy2rrr/yyy1rrr/yy2rr/y3r' },
];

/** The layouts for as many players as the mode has. */
export function layoutsFor(mode: Mode): readonly Layout[] {
  const players = colorsOf(mode).length;
  return LAYOUTS.filter((layout) => layout.players === players);
}

/** The layout of that name; `null` for one unknown to this client. */
export function layoutNamed(name: string): Layout | null {
  return LAYOUTS.find((layout) => layout.name === name) ?? null;
}

/** The layout of that name if it fits the mode. */
export function layoutOf(mode: Mode, name: string): Layout | null {
  return layoutsFor(mode).find((layout) => layout.name === name) ?? null;
}

/** The start of a game from a layout. */
export function startFrom(mode: Mode, { rows }: Layout): Position {
  return startOf(mode, rows);
}

/** The name of the layout that a position is the start of. */
export function layoutAt(position: Position): string | null {
  const text = positionText(position);
  const found = layoutsFor(position.mode).find((layout) => positionText(startFrom(position.mode, layout)) === text);
  return found?.name ?? null;
}
