/** A short message that disappears after a while. */
export interface Toast {
  readonly id: number;
  readonly text: string;
}

const SHOWN_MS = 6000;
const MAX = 2;

export class Toasts {
  list = $state.raw<readonly Toast[]>([]);
  /** The timer that removes each toast. */
  readonly #timers: Record<number, ReturnType<typeof setTimeout>> = {};
  #last = 0;

  show(text: string): void {
    this.#last += 1;
    const toast = { id: this.#last, text };
    const kept = [...this.list.filter((other) => other.text !== text), toast].slice(-MAX);
    for (const { id } of this.list) if (!kept.some((other) => other.id === id)) this.keep(id);
    this.list = kept;
    this.release(toast.id);
  }

  /** Keeps a toast while the user reads it. */
  keep(id: number): void {
    clearTimeout(this.#timers[id]);
  }

  /** Removes the toast after a while. */
  release(id: number): void {
    this.keep(id);
    this.#timers[id] = setTimeout(() => this.dismiss(id), SHOWN_MS);
  }

  dismiss(id: number): void {
    this.keep(id);
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}
