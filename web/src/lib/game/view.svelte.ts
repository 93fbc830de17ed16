const COORDINATES_KEY = 'sumito.coordinates';

/** How somebody wants to see the board. */
export class View {
  /** By how many seats the board has been turned from the one that one sits on. */
  turns = $state(0);
  /** Whether the times of the moves are shown instead of their list. */
  ledger = $state(false);
  coordinates = $state(remembered());

  turn(): void {
    this.turns += 1;
  }

  toggleCoordinates(): void {
    this.coordinates = !this.coordinates;
    try {
      localStorage.setItem(COORDINATES_KEY, String(this.coordinates));
    } catch {
      // A browser that remembers nothing shows what it shows by default.
    }
  }
}

function remembered(): boolean {
  try {
    return localStorage.getItem(COORDINATES_KEY) !== 'false';
  } catch {
    return true;
  }
}
