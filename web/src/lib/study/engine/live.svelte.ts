import { chanceOf, positionOf, type SearchInfo } from 'sumito-client/engine';

import type { MyGame } from '$lib/base/protocol/types';
import { settings } from '$lib/base/settings/settings.svelte';
import { CHOICES } from '$lib/base/settings/values';
import { hasLegalMove } from '$lib/game/rules/legal';
import type { Position } from '$lib/game/rules/position';
import { positionText } from '$lib/game/rules/position-text';

import { EngineWorker, startWorker, type LineWorker } from './engine-worker';
import { isInPlay, runningPositions } from './fair-play';
import { keptResults, keyOf, type KeptResult } from './kept.svelte';
import { Recent } from './recent';
import { runsEngine } from './supported';

/** The limits of time that a reader can choose, in seconds. */
export const ENGINE_TIMES = CHOICES.engineTime;

/** The shown position, and the number of lines that are wanted. */
export interface Subject {
  readonly position: Position;
  readonly lines: number;
}

/**
 * The engine's evaluation of the shown position, while the reader has it switched on. It follows every position and deepens while the page is
 * visible. Positions of the reader's own running games are refused.
 */
export class LiveEvaluation {
  /** Whether this browser can run the engine. */
  readonly supported: boolean;
  /** Whether the engine has failed twice. */
  failed = $state(false);
  /** Positions a second of the running search; `null` if none runs. */
  speed = $state<number | null>(null);
  /** The searched position and its number of lines. */
  #searched: string | null = null;
  /** Positions whose time is over, with their number of lines and the limit. */
  readonly #done = new Recent<true>();
  readonly #subject: () => Subject;
  readonly #games: () => readonly MyGame[];
  readonly #worker: EngineWorker;
  readonly #running = $derived.by(() => runningPositions(this.#games()));
  /** Whether the shown position belongs to an own running game. */
  readonly refused = $derived.by(() => this.on && isInPlay(this.#subject().position, this.#running));
  /** The result of the shown position; `null` without one. */
  readonly result: KeptResult | null = $derived.by(() => {
    const { position, lines } = this.#subject();
    return this.on && !this.refused ? keptResults.of(position, lines) : null;
  });

  constructor(
    subject: () => Subject,
    games: () => readonly MyGame[],
    start: () => LineWorker = startWorker,
    supported = runsEngine(),
  ) {
    this.#subject = subject;
    this.#games = games;
    this.supported = supported;
    this.#worker = new EngineWorker(start, () => {
      this.failed = true;
      this.speed = null;
    });
  }

  /** Whether the reader has switched the engine on. */
  get on(): boolean {
    return this.supported && settings.get('engine') === 'on';
  }

  /** The result of another position, for the figure at its move. */
  figure(position: Position): KeptResult | null {
    return this.on && !isInPlay(position, this.#running) ? keptResults.any(position) : null;
  }

  /** Follows the shown position. Call it while a component is created. */
  start(): void {
    $effect(() => this.#follow());
    $effect(() => {
      const change = (): void => {
        if (document.hidden) this.#stop();
        else this.#follow();
      };
      const leave = (): void => this.#end();
      document.addEventListener('visibilitychange', change);
      addEventListener('pagehide', leave);
      addEventListener('pageshow', change);
      return () => {
        document.removeEventListener('visibilitychange', change);
        removeEventListener('pagehide', leave);
        removeEventListener('pageshow', change);
        this.#end();
      };
    });
  }

  #follow(): void {
    const { position, lines } = this.#subject();
    const limit = settings.get('engineTime');
    if (!this.on) {
      this.#end();
      return;
    }
    const key = `${limit} ${lines} ${keyOf(position)}`;
    if (this.refused || document.hidden || !hasLegalMove(position) || this.#done.get(key) === true) {
      this.#stop();
      return;
    }
    if (key === this.#searched) return;
    this.#searched = key;
    this.speed = 0;
    this.#worker.search({
      position: positionOf(position.mode, positionText({ ...position, quietPlies: 0, ply: 0 })),
      lines,
      time: limit === 'none' ? null : Number(limit) * 1000,
      found: (found) => this.#found(position, lines, found),
      ended: () => {
        this.#done.set(key, true);
        this.#searched = null;
        this.speed = null;
      },
    });
  }

  #found(position: Position, lines: number, found: readonly SearchInfo[]): void {
    const [best] = found;
    if (best === undefined) return;
    this.speed = best.nps;
    const scored = found.map(({ score, pv }) => ({ score, chance: chanceOf(score), line: [...pv] }));
    keptResults.keep(position, lines, { depth: best.depth, nodes: best.nodes, lines: scored });
  }

  #stop(): void {
    this.#worker.stop();
    this.#searched = null;
    this.speed = null;
  }

  #end(): void {
    this.#stop();
    this.#worker.end();
  }
}
