/** How somebody looks at a game just now. */
export class View {
  /** By how many seats the board has been turned from the one that one sits on. */
  turns = $state(0);
  /** Whether the times of the moves are shown instead of their list. */
  ledger = $state(false);

  turn(): void {
    this.turns += 1;
  }
}
