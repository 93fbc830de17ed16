/**
 * The engine of Sumito as a WebAssembly module, for browsers and Node.js: the same search as the server's, on the caller's own processor.
 *
 * It runs on the thread that starts it, in slices: a page starts it in a worker. It speaks UAI, see docs/engine.md.
 *
 * @module
 */

import type { Mode, Score } from './types.js';

/** The address of the module, beside this file. */
export const ENGINE_MODULE = new URL('./sumito-engine.wasm', import.meta.url);

/** The longest slice of a search in milliseconds: input waits no longer. */
const SLICE_MS = 25;

/** The state of a search after a depth, for one of its lines. */
export interface SearchInfo {
  /** In plies. */
  readonly depth: number;
  /** The number of the line, from 1: the best one. */
  readonly multipv: number;
  /** For the player to move, or their team. */
  readonly score: Score;
  /** Positions searched so far. */
  readonly nodes: number;
  /** Positions a second. */
  readonly nps: number;
  /** Milliseconds since the search began. */
  readonly time: number;
  /** The moves of the line, in Aba-Pro notation. */
  readonly pv: readonly string[];
}

/** The result of a search. */
export interface Found {
  /** The move to play; `null` if the game is over. */
  readonly move: string | null;
  /** The lines of the last depth, best first. There are none for a move from the opening book. */
  readonly lines: readonly SearchInfo[];
}

/** Options of UAI. Other values than numbers in the range of an option are refused. */
export interface EngineOptions {
  /** Size of the transposition table in MiB, 1 to 32; 16 if absent. */
  readonly Hash?: number;
  /** Playing strength, 1 to 12; 12 if absent. */
  readonly Level?: number;
  /** Seed of a level's choices, another one for each game; 0 if absent. */
  readonly Seed?: number;
  /** Number of lines, 1 to 16; 1 if absent. */
  readonly MultiPV?: number;
  /** Whether levels 10 to 12 use the opening book (1) or not (0); 1 if absent. */
  readonly Book?: number;
}

/** An input that the engine has refused, or a search that it could not finish. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}

/** The exports of the module. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  input(length: number): number;
  answer(): number;
  advance(milliseconds: number): number;
}

/** The engine as a program: lines in, lines out. */
export class EngineProgram {
  readonly #module: Exports;
  /** Lines of the call that runs. They are passed on after it: a listener may send another line. */
  readonly #said: string[];
  readonly #say: (line: string) => void;
  readonly #onfailure: (error: unknown) => void;
  #searching = false;
  #failed: unknown = null;

  private constructor(module: Exports, said: string[], say: (line: string) => void, onfailure: (error: unknown) => void) {
    this.#module = module;
    this.#said = said;
    this.#say = say;
    this.#onfailure = onfailure;
  }

  /**
   * Starts the engine.
   *
   * @param say takes each line that the engine says
   * @param onfailure called once if the engine fails during a search, for example for want of memory. It then answers no more
   * @param module the address of the module, or the compiled module
   * @throws {TypeError} when the module cannot be loaded
   * @throws {WebAssembly.CompileError} when it is damaged
   */
  static async start(
    say: (line: string) => void,
    onfailure: (error: unknown) => void = () => undefined,
    module: URL | WebAssembly.Module = ENGINE_MODULE,
  ): Promise<EngineProgram> {
    const compiled = module instanceof URL ? await compile(module) : module;
    const decoder = new TextDecoder();
    const said: string[] = [];
    const imports = {
      now: () => performance.now(),
      say: (text: number, length: number) => {
        said.push(...decoder.decode(new Uint8Array(exports.memory.buffer, text, length)).split('\n'));
      },
    };
    const instance = await WebAssembly.instantiate(compiled, { host: imports });
    const exports = instance.exports as unknown as Exports;
    return new EngineProgram(exports, said, say, onfailure);
  }

  /**
   * Sends a line, which is answered before the call returns. Only a search goes on after it.
   *
   * @throws {EngineError} when the engine has failed
   */
  send(line: string): void {
    if (this.#failed !== null) throw new EngineError('the engine has failed', { cause: this.#failed });
    const bytes = new TextEncoder().encode(line);
    this.#call(() => {
      const address = this.#module.input(bytes.length);
      if (address === 0) return;
      new Uint8Array(this.#module.memory.buffer, address, bytes.length).set(bytes);
      this.#module.answer();
    });
    if (!this.#searching && this.#advance()) void this.#search();
  }

  async #search(): Promise<void> {
    this.#searching = true;
    const turns = new Turns();
    try {
      do await turns.next();
      while (this.#failed === null && this.#advance());
    } catch {
      // The failure is told already.
    } finally {
      turns.end();
      this.#searching = false;
    }
  }

  /** Searches for a slice. Returns whether the search goes on. */
  #advance(): boolean {
    let more = 0;
    this.#call(() => (more = this.#module.advance(SLICE_MS)));
    return more !== 0;
  }

  /** Calls the module, and passes on the lines that it says. */
  #call(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#fail(error);
      throw new EngineError('the engine has failed', { cause: error });
    }
    for (const line of this.#said.splice(0)) this.#say(line);
  }

  #fail(error: unknown): void {
    if (this.#failed !== null) return;
    this.#failed = error;
    this.#onfailure(error);
  }
}

/** An engine for bots: searches one position after the other. */
export class Engine {
  readonly #program: EngineProgram;
  #lines: SearchInfo[] = [];
  #refused: string | null = null;
  #settle: { resolve: (found: Found) => void; reject: (error: Error) => void } | null = null;
  #oninfo: ((info: SearchInfo) => void) | null = null;

  private constructor(start: (say: (line: string) => void, fail: (error: unknown) => void) => EngineProgram) {
    this.#program = start(
      (line) => this.#said(line),
      (error) => this.#settle?.reject(new EngineError('the engine has failed', { cause: error })),
    );
  }

  /**
   * Starts an engine on this thread.
   *
   * @param module the address of the module, or the compiled module
   * @throws {EngineError} when an option is refused
   * @throws {TypeError} when the module cannot be loaded
   */
  static async start(options: EngineOptions = {}, module: URL | WebAssembly.Module = ENGINE_MODULE): Promise<Engine> {
    let say = (_: string): void => undefined;
    let fail = (_: unknown): void => undefined;
    const program = await EngineProgram.start((line) => say(line), (error) => fail(error), module);
    const engine = new Engine((onsay, onfail) => {
      [say, fail] = [onsay, onfail];
      return program;
    });
    for (const [name, value] of Object.entries(options)) engine.#order(`setoption name ${name} value ${value}`);
    return engine;
  }

  /**
   * Searches a position.
   *
   * @param position as in UAI: `mode two layout standard moves a1b2`, or `mode two line ROWS TURN CAPTURED QUIET PLY`
   * @param go limits as in UAI: `nodes 10000`, `movetime 500`, `depth 6`
   * @param oninfo called after each depth, for each line
   * @throws {EngineError} when the position or the limits are invalid, or another search runs
   */
  search(position: string, go: string, oninfo: ((info: SearchInfo) => void) | null = null): Promise<Found> {
    if (this.#settle !== null) return Promise.reject(new EngineError('a search is running: stop it first'));
    return new Promise((resolve, reject) => {
      try {
        this.#order(`position ${position}`);
        [this.#lines, this.#oninfo, this.#settle] = [[], oninfo, { resolve, reject }];
        this.#order(`go ${go}`);
      } catch (error) {
        this.#settle = null;
        reject(error instanceof Error ? error : new EngineError(String(error)));
      }
    });
  }

  /** Ends the search, which then has found its best move so far. */
  stop(): void {
    this.#program.send('stop');
  }

  /** Forgets all results, as before another game. */
  newGame(): void {
    this.#order('newgame');
  }

  #order(line: string): void {
    this.#refused = null;
    this.#program.send(line);
    const refused = this.#refused as string | null;
    if (refused !== null) throw new EngineError(refused);
  }

  #said(line: string): void {
    const info = readInfo(line);
    if (info !== null) {
      this.#lines = [...this.#lines.filter(({ depth, multipv }) => depth === info.depth && multipv < info.multipv), info];
      this.#oninfo?.(info);
    } else if (line.startsWith('info string ')) {
      this.#refused = line.slice('info string '.length);
    } else if (line.startsWith('bestmove ')) {
      const move = line.slice('bestmove '.length);
      const settle = this.#settle;
      this.#settle = null;
      settle?.resolve({ move: move === 'none' ? null : move, lines: this.#lines });
    }
  }
}

/** Reads a line `info depth …`; `null` for any other line. */
export function readInfo(line: string): SearchInfo | null {
  const words = line.split(' ');
  if (words[0] !== 'info' || words[1] !== 'depth') return null;
  const after = (name: string): number => words.indexOf(name) + 1;
  const number = (name: string): number => Number(words[after(name)]);
  return {
    depth: number('depth'),
    multipv: number('multipv'),
    score: readScore(words.slice(after('score'))),
    nodes: number('nodes'),
    nps: number('nps'),
    time: number('time'),
    pv: words.slice(after('pv')).filter((move) => move !== ''),
  };
}

function readScore([first = '', plies = '']: readonly string[]): Score {
  if (first === 'win') return { win: Number(plies) };
  if (first === 'loss') return { loss: Number(plies) };
  return { marbles: Number(first) };
}

/** The advantage at which the odds are e to 1, in hundredths of a marble (docs/engine.md). */
const ODDS = 75;

/** The points that the player to move can expect, in thousandths. */
export function chanceOf(score: Score): number {
  if ('win' in score) return 1000;
  if ('loss' in score) return 0;
  return Math.round(1000 / (1 + Math.exp(-score.marbles / ODDS)));
}

/** The arguments of `position` for a line that encodes a position. */
export function positionOf(mode: Mode, line: string): string {
  return `mode ${mode} line ${line}`;
}

/** Compiles the module while it streams; from a file in Node.js, which fetches none. */
async function compile(address: URL): Promise<WebAssembly.Module> {
  if (address.protocol !== 'file:') return WebAssembly.compileStreaming(fetch(address));
  // The name is not a constant, so that bundlers for browsers do not look for it.
  const files = ['node', 'fs/promises'].join(':');
  const { readFile } = (await import(/* @vite-ignore */ files)) as { readFile: (file: URL) => Promise<BufferSource> };
  return WebAssembly.compile(await readFile(address));
}

/** Turns of the event loop: between two of them, input is heard. A timer would wait for milliseconds. */
class Turns {
  readonly #channel = new MessageChannel();
  #resolve: (() => void) | null = null;

  constructor() {
    this.#channel.port1.onmessage = () => this.#resolve?.();
  }

  next(): Promise<void> {
    // Node.js reads up to a thousand messages in one turn.
    const { setImmediate } = globalThis as { setImmediate?: (work: () => void) => void };
    return new Promise((resolve) => {
      if (setImmediate === undefined) {
        this.#resolve = resolve;
        this.#channel.port2.postMessage(null);
      } else {
        setImmediate(resolve);
      }
    });
  }

  end(): void {
    this.#channel.port1.close();
  }
}
