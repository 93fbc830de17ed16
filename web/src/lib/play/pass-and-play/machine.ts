import { isIllegal } from '$lib/game/rules/illegal';
import type { Move } from '$lib/game/rules/move';
import { readMove } from '$lib/game/rules/notation';
import { positionText } from '$lib/game/rules/position-text';
import type { EngineWorker, SearchOrder, Strength } from '$lib/study/engine/engine-worker';

import type { Answerer, SeatPlayer, Turn } from './seat-player';
import type { Plan } from './table';

/** The time that a computer takes for a move at least, so that its opponents see their own move first. */
const PAUSE_MS = 600;
/** The longest search of a level, as on the server. Lower levels look only a few moves ahead and end within the pause. */
const LONG_MS: Readonly<Partial<Record<number, number>>> = { 10: 900, 11: 1400, 12: 2000 };
/** The part of the time left that a computer takes for one move. */
const SHARE = 1 / 30;
const SHORTEST_MS = 10;
const HINT_MS = 1000;
const HIGHEST_LEVEL = 12;
/** Spreads the seeds of the seats, so that computers of one level do not play alike. */
const SPREAD = 0x9e3779b9;

/** The code of the engine: a page loads it with the first search. */
type Engines = Pick<typeof import('$lib/study/engine/engine-worker'), 'EngineWorker' | 'startWorker'>;

/** The engine for all computers of a page and for hints, in one worker. */
export class Machine {
  readonly #load: () => Promise<Engines>;
  #engine: EngineWorker | null = null;
  /** The running search. */
  #running: { readonly order: SearchOrder; readonly fail: (error: Error) => void } | null = null;

  constructor(load: () => Promise<Engines> = () => import('$lib/study/engine/engine-worker')) {
    this.#load = load;
  }

  /** The players of a game by seat. */
  playersOf({ computers }: Plan): readonly SeatPlayer[] {
    if (computers === undefined) return [];
    const { levels, seed } = computers;
    return levels.map((level, seat) => (level === null ? 'hand' : this.#computer({ level, seed: (seed ^ Math.imul(seat, SPREAD)) >>> 0 })));
  }

  /** Finds the best move for a hint. */
  async advise(turn: Turn, signal: AbortSignal): Promise<Move> {
    return this.#search(turn, { level: HIGHEST_LEVEL, seed: 0 }, HINT_MS, signal);
  }

  /** Frees the memory. Another search starts the engine again. */
  end(): void {
    this.#engine?.end();
    this.#engine = null;
  }

  #computer(strength: Strength): Answerer {
    const { level } = strength;
    return {
      level,
      answer: async (turn, signal) => {
        const share = turn.leftMs === null ? Infinity : Math.max(SHORTEST_MS, Math.round(turn.leftMs * SHARE));
        const pause = new Promise((resolve) => setTimeout(resolve, Math.min(PAUSE_MS, share)));
        const move = await this.#search(turn, strength, Math.min(LONG_MS[level] ?? PAUSE_MS, share), signal);
        await pause;
        return move;
      },
    };
  }

  async #search({ position, start, moves }: Turn, strength: Strength, time: number, signal: AbortSignal): Promise<Move> {
    const [{ EngineWorker, startWorker }, { positionOf }] = await Promise.all([this.#load(), import('sumito-client/engine')]);
    signal.throwIfAborted();
    const played = moves.length === 0 ? '' : ` moves ${moves.join(' ')}`;
    const text = await new Promise<string | null>((resolve, reject) => {
      this.#engine ??= new EngineWorker(startWorker, () => {
        // A new attempt gets a new engine.
        this.end();
        this.#running?.fail(new Error('the engine has failed twice'));
      });
      const engine = this.#engine;
      const order: SearchOrder = { position: positionOf(start.mode, positionText(start)) + played, lines: 1, time, strength, ended: resolve };
      this.#running = { order, fail: reject };
      signal.addEventListener('abort', () => {
        // Another search may have taken its place.
        if (this.#running?.order === order) engine.stop();
        reject(new DOMException('the move is not needed any more', 'AbortError'));
      });
      engine.search(order);
    });
    const move = readMove(position, text ?? '');
    if (isIllegal(move)) throw new Error(`the engine has played ${text ?? 'nothing'}`);
    return move;
  }
}
