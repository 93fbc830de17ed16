import type { LayoutInfo, Mode } from '$lib/base/protocol/types';
import games from '../../../../../../crates/rules/tests/data/games.jsonl?raw';
import layouts from '../../../../../../crates/rules/tests/data/layouts.jsonl?raw';
import perft from '../../../../../../crates/rules/tests/data/perft.jsonl?raw';

/** Counts of sequences of moves, made by a third program: of one ply, of two, and so on. */
interface ReferencePerft {
  readonly layout: string;
  readonly mode: '2p' | '3p' | '4p' | '4p_consecutive';
  readonly turn_order: readonly number[];
  readonly perft: readonly number[];
}

/** A game of two that was played on the internet. */
interface ReferenceGame {
  readonly id: string;
  readonly start: string;
  readonly moves: readonly string[];
  readonly plies: number;
  readonly ejected_by_black: number;
  readonly ejected_by_white: number;
  readonly board_winner: 'black' | 'white' | null;
}

const MODES: Readonly<Record<ReferencePerft['mode'], Mode>> = {
  '2p': 'two',
  '3p': 'three',
  '4p': 'four',
  '4p_consecutive': 'four-consecutive',
};

/** The start layouts as `crates/rules` has them. */
export const LAYOUTS = lines<LayoutInfo>(layouts);

export const GAMES = lines<ReferenceGame>(games);

export const PERFT = lines<ReferencePerft>(perft).map((line) => ({ ...line, mode: MODES[line.mode] }));

/** The rows of a layout. */
export function layoutRows(name: string): string {
  const layout = LAYOUTS.find((each) => each.name === name);
  if (layout === undefined) throw new Error(`there is no layout ${name}`);
  return layout.rows;
}

export function lines<Line>(text: string): Line[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}
