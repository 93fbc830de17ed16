type Ask = () => void;

/** The retry functions of the parts of the page that could not reach the server and show that themselves. */
class Unreached {
  parts = $state.raw<readonly Ask[]>([]);

  /** @returns a function that removes it */
  add(ask: Ask): () => void {
    this.parts = [...this.parts, ask];
    return () => {
      this.parts = this.parts.filter((each) => each !== ask);
    };
  }
}

export const unreached = new Unreached();
