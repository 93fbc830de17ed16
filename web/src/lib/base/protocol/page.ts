/** A page of a list, and where the next one begins; `null` after the last. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly next: string | null;
}
