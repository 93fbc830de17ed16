/** A page of a list, and the key of the next page; `null` after the last. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly next: string | null;
}
