/** One of the 61 places of the board. There is one object for each, so that `===`, `Set` and `Map` distinguish them. */
export interface Cell {
  /** As in Aba-Pro, in lower case: `a1` to `i9`. */
  readonly name: string;
  /** 1 is row A, at Black's edge; 9 is row I. */
  readonly row: number;
  /** 1 to 9, along the diagonal that runs up and to the left. */
  readonly number: number;
  /** Its place in `CELLS`, from 0. */
  readonly index: number;
}

const ROWS = 'abcdefghi';
const SIDE = 5;

const byName = new Map<string, Cell>();

for (let row = 1; row <= ROWS.length; row += 1) {
  for (let number = 1; number <= ROWS.length; number += 1) {
    if (Math.abs(row - number) >= SIDE) continue;
    const name = `${ROWS.charAt(row - 1)}${number}`;
    byName.set(name, { name, row, number, index: byName.size });
  }
}

/** All of them, row by row from A1 to I9. */
export const CELLS: readonly Cell[] = [...byName.values()];

/** The cells of each row in the order in which positions are written: row I first, each from its lowest number. */
export const ROWS_FROM_TOP: readonly (readonly Cell[])[] = [...ROWS]
  .map((_, index) => CELLS.filter(({ row }) => row === index + 1))
  .reverse();

/** The cell of that name in either case, or `null` where the board has none. */
export function cellNamed(name: string): Cell | null {
  return byName.get(name.toLowerCase()) ?? null;
}

export function cellAt(row: number, number: number): Cell | null {
  return byName.get(`${ROWS.charAt(row - 1)}${number}`) ?? null;
}

/** The letter that stands next to the row: `A` to `I`. */
export function rowLetter(row: number): string {
  return ROWS.charAt(row - 1).toUpperCase();
}

/** As people write it: `C3`. */
export function cellLabel(cell: Cell): string {
  return cell.name.toUpperCase();
}
