/** A short message that goes away by itself. */
export interface Toast {
  readonly id: number;
  readonly text: string;
}

const SHOWN_MS = 6000;
const MOST = 3;

export class Toasts {
  list = $state.raw<readonly Toast[]>([]);
  #last = 0;

  show(text: string): void {
    this.#last += 1;
    const toast = { id: this.#last, text };
    this.list = [...this.list.filter((other) => other.text !== text), toast].slice(-MOST);
    setTimeout(() => this.dismiss(toast.id), SHOWN_MS);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}
