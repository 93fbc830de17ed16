import { readInfo, type SearchInfo } from 'sumito-client/engine';

import { serviceWorkers, type KeepEngine } from '$lib/base/platform/secure';

/** The part of a `Worker` that is used. */
export interface LineWorker {
  onmessage: ((event: MessageEvent<string | null>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(line: string): void;
  terminate(): void;
}

/** How well the engine plays. */
export interface Strength {
  /** 1 to 12. */
  readonly level: number;
  /** The seed of a level's choices, another one for each game. */
  readonly seed: number;
}

/** A search until it is stopped, or for some time. */
export interface SearchOrder {
  /** The arguments of `position`. */
  readonly position: string;
  readonly lines: number;
  /** In milliseconds; `null` without a limit. */
  readonly time: number | null;
  /** Absent in a worker that always has full strength. */
  readonly strength?: Strength;
  /** Called with all lines of each depth, best first. */
  found?(lines: readonly SearchInfo[]): void;
  /** Called when the time is over, with the move to play; `null` if there is none. */
  ended(move: string | null): void;
}

const BEST = 'bestmove ';

/** The engine in a worker, which starts with the first search. It searches one position at a time: the last one. */
export class EngineWorker {
  readonly #start: () => LineWorker;
  readonly #onfailure: () => void;
  #worker: LineWorker | null = null;
  /** The searches that have not said their move, the oldest first; `null` for a stopped one. */
  #orders: (SearchOrder | null)[] = [];
  #lines: SearchInfo[] = [];
  #failures = 0;

  /** @param onfailure called when the worker has failed twice: it searches no more */
  constructor(start: () => LineWorker, onfailure: () => void) {
    this.#start = start;
    this.#onfailure = onfailure;
  }

  /** Whether a search runs. */
  get busy(): boolean {
    return this.#orders.some((order) => order !== null);
  }

  /** Searches a position in place of the last one. */
  search(order: SearchOrder): void {
    if (this.#failures > 1) return;
    this.stop();
    this.#orders.push(order);
    this.#send(order);
  }

  /** Stops the search: nothing is found any more. */
  stop(): void {
    if (!this.busy) return;
    this.#orders = this.#orders.map(() => null);
    this.#worker?.postMessage('stop');
  }

  /** Frees the memory. Another search starts a new worker. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#orders = [];
    this.#lines = [];
  }

  #send({ position, lines, time, strength }: SearchOrder): void {
    this.#worker ??= this.#open();
    this.#worker.postMessage(`setoption name MultiPV value ${lines}`);
    if (strength !== undefined) {
      this.#worker.postMessage(`setoption name Level value ${strength.level}`);
      this.#worker.postMessage(`setoption name Seed value ${strength.seed}`);
    }
    this.#worker.postMessage(`position ${position}`);
    this.#worker.postMessage(time === null ? 'go infinite' : `go movetime ${time}`);
  }

  #open(): LineWorker {
    const worker = this.#start();
    worker.onmessage = ({ data }) => {
      if (worker !== this.#worker) return;
      if (data === null) this.#fail();
      else this.#said(data);
    };
    worker.onerror = () => {
      if (worker === this.#worker) this.#fail();
    };
    return worker;
  }

  #said(line: string): void {
    if (line.startsWith(BEST)) {
      const move = line.slice(BEST.length);
      this.#lines = [];
      this.#orders.shift()?.ended(move === 'none' ? null : move);
      return;
    }
    const info = readInfo(line);
    const [order] = this.#orders;
    if (info === null || order === undefined || order === null) return;
    this.#lines = [...this.#lines.filter(({ depth, multipv }) => depth === info.depth && multipv < info.multipv), info];
    // With fewer legal moves than lines, each line comes as the last one at some time.
    order.found?.(this.#lines);
  }

  /** Replaces the worker once. */
  #fail(): void {
    const order = this.#orders.at(-1) ?? null;
    this.end();
    this.#failures += 1;
    if (this.#failures > 1) this.#onfailure();
    else if (order !== null) this.search(order);
  }
}

export function startWorker(): LineWorker {
  // A service worker that has no control of this page yet does not see its requests.
  void serviceWorkers()?.ready.then(({ active }) => active?.postMessage('keep-engine' satisfies KeepEngine));
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
