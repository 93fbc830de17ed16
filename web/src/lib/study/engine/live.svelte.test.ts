import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { MyGame } from '$lib/base/protocol/types';
import { settings } from '$lib/base/settings/settings.svelte';
import { layoutOf, startFrom } from '$lib/game/rules/layouts';
import { legalMoves } from '$lib/game/rules/legal';
import { play } from '$lib/game/rules/play';
import type { Position } from '$lib/game/rules/position';
import { positionText } from '$lib/game/rules/position-text';

import type { LineWorker } from './engine-worker';
import { KeptResults } from './kept.svelte';
import { LiveEvaluation } from './live.svelte';

const layout = layoutOf('two', 'belgian_daisy');
if (layout === null) throw new Error('there is such a layout');
const start = startFrom('two', layout);
const next = moved(start);
const player = { id: 'u', name: 'Ada', guest: false };

function moved(position: Position): Position {
  const [first] = legalMoves(position);
  if (first === undefined) throw new Error('there is a move');
  return play(position, first);
}

let sent: string[];
let worker: LineWorker;
let end: () => void;

function live(subject: () => Position, games: () => readonly MyGame[] = () => []): LiveEvaluation {
  const start = (): LineWorker => {
    worker = { onmessage: null, onerror: null, postMessage: (line) => sent.push(line), terminate: () => sent.push('terminate') };
    return worker;
  };
  let engine: LiveEvaluation | undefined;
  end = $effect.root(() => {
    engine = new LiveEvaluation(() => ({ position: subject(), lines: 1 }), games, start, true);
    engine.start();
  });
  flushSync();
  if (engine === undefined) throw new Error('it is made at once');
  return engine;
}

function say(line: string): void {
  worker.onmessage?.({ data: line } as MessageEvent<string>);
}

function hide(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  sent = [];
  settings.set('engine', 'off');
  settings.set('engineTime', 'none');
});

afterEach(() => end());

describe('the live evaluation', () => {
  it('starts no worker before it is switched on, and ends it when it is switched off', () => {
    const engine = live(() => start);
    expect([engine.on, sent]).toEqual([false, []]);
    settings.set('engine', 'on');
    flushSync();
    expect(sent.at(-1)).toBe('go infinite');
    settings.set('engine', 'off');
    flushSync();
    expect(sent.slice(-2)).toEqual(['stop', 'terminate']);
  });

  it('follows the position, and keeps the results', () => {
    settings.set('engine', 'on');
    let shown = $state.raw(start);
    const engine = live(() => shown);
    say('info depth 3 seldepth 3 multipv 1 score 20 nodes 10 nps 500 time 20 hashfull 1 pv a1b2');
    expect(engine.result).toMatchObject({ depth: 3, lines: [{ score: { marbles: 20 }, chance: 566, line: ['a1b2'] }] });
    shown = next;
    flushSync();
    expect(engine.result).toBeNull();
    expect(sent.filter((line) => line.startsWith('position'))).toHaveLength(2);
    shown = start;
    flushSync();
    expect(engine.result?.depth).toBe(3);
    expect(engine.figure(start)?.depth).toBe(3);
    settings.set('engine', 'off');
    flushSync();
    expect([engine.result, engine.figure(start)]).toEqual([null, null]);
  });

  it('is silent while the page is hidden', () => {
    settings.set('engine', 'on');
    live(() => start);
    hide(true);
    expect(sent.at(-1)).toBe('stop');
    hide(false);
    expect(sent.at(-1)).toBe('go infinite');
  });

  it('refuses the position of an own running game, also if the game starts later', () => {
    settings.set('engine', 'on');
    let games = $state.raw<readonly MyGame[]>([]);
    const engine = live(
      () => start,
      () => games,
    );
    expect(engine.refused).toBe(false);
    games = [
      { status: 'playing', mode: 'two', seat: 0, ply: 20, position: positionText(start), seats: [{ player }, { player }] },
    ] as unknown as MyGame[];
    flushSync();
    expect([engine.refused, engine.result, sent.at(-1)]).toEqual([true, null, 'stop']);
  });

  it('does not search a position again whose time is over', () => {
    settings.set('engine', 'on');
    settings.set('engineTime', '5');
    let shown = $state.raw(start);
    const engine = live(() => shown);
    expect(sent.at(-1)).toBe('go movetime 5000');
    say('bestmove a1b2');
    expect(engine.speed).toBeNull();
    const { length } = sent;
    shown = { ...start };
    flushSync();
    expect(sent).toHaveLength(length);
  });
});

it('keeps a bounded number of results, the deepest of each position', () => {
  const results = new KeptResults();
  const result = (depth: number) => ({ depth, nodes: 1, lines: [] });
  results.keep(start, 1, result(5));
  results.keep(start, 1, result(4));
  expect(results.of({ ...start, ply: 9 }, 1)?.depth).toBe(5);
  expect(results.of(start, 2)).toBeNull();
  let position = start;
  for (let count = 0; count < 1001; count += 1) {
    position = { ...position, captured: [count, 0] };
    results.keep(position, 1, result(1));
  }
  expect(results.of(start, 1)).toBeNull();
});
