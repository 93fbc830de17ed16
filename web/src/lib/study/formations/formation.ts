import type { Color, ColorFormations, Contact, PositionFormations } from '$lib/base/protocol/types';
import { cellNamed, type Cell } from '$lib/game/rules/cell';

import type { ShownTerm } from './terms';

/** Forces that face each other in line. */
export interface Facing {
  /** The front in order: its last marble touches the first marble of the opposing force. */
  readonly own: readonly Cell[];
  readonly opposing: readonly Cell[];
  /** Whether the opposing force could be pushed: there is room behind it. */
  readonly open: boolean;
}

/** A named formation on a board. */
export interface Formation {
  readonly term: ShownTerm;
  readonly cells: readonly Cell[];
  /** Its owner; absent for formations of several players. */
  readonly color: Color | null;
  /** Of a pac or a sumito. */
  readonly facing: Facing | null;
}

/** The names of the protocol. */
const GROUPS = [
  ['pair', 'pairs'],
  ['lance', 'lances'],
  ['arc', 'arcs'],
  ['shield', 'shields'],
  ['multiple', 'multiples'],
  ['block', 'blocks'],
] as const satisfies [ShownTerm, keyof ColorFormations][];

const MARBLES = [
  ['single', 'singles'],
  ['det', 'dets'],
  ['danger', 'in_danger'],
] as const satisfies [ShownTerm, keyof ColorFormations][];

/** Converts the server's formations. */
export function formationsOf({ colors, pacs, sumitos }: PositionFormations): readonly Formation[] {
  const ofColors = colors.flatMap((found) => [
    ...MARBLES.flatMap(([term, name]) => found[name].map((cell) => group(term, [cell], found.color))),
    ...GROUPS.flatMap(([term, name]) => found[name].map((cells) => group(term, cells, found.color))),
  ]);
  return [...ofColors, ...pacs.map((contact) => faced('pac', contact)), ...sumitos.map((contact) => faced('sumito', contact))];
}

/** @param names of cells */
export function group(term: ShownTerm, names: readonly string[], color: Color | null = null): Formation {
  return { term, cells: cellsNamed(names), color, facing: null };
}

/** A pac or a sumito. */
export function faced(term: 'pac' | 'sumito', { own, opposing, open }: Pick<Contact, 'own' | 'opposing' | 'open'>): Formation {
  const facing = { own: cellsNamed(own), opposing: cellsNamed(opposing), open };
  return { term, cells: [...facing.own, ...facing.opposing], color: null, facing };
}

/** Drops cells that this board does not have. */
function cellsNamed(names: readonly string[]): readonly Cell[] {
  return names.map(cellNamed).filter((cell) => cell !== null);
}
