type Ask = () => void;

/** The parts of the page that could not reach the server and say so themselves: how each of them asks again. */
class Unreached {
  parts = $state.raw<readonly Ask[]>([]);

  /** @returns what ends it */
  add(ask: Ask): () => void {
    this.parts = [...this.parts, ask];
    return () => {
      this.parts = this.parts.filter((each) => each !== ask);
    };
  }
}

export const unreached = new Unreached();
