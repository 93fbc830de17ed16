import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { EngineWorker, type LineWorker } from '$lib/study/engine/engine-worker';
import { legalMoves } from '$lib/game/rules/legal';
import { moveText } from '$lib/game/rules/notation';

import { Hints } from './hints.svelte';
import { LocalGame } from './local-game.svelte';
import { Machine } from './machine';
import { anotherOf, initialSetup, planOf } from './setup';
import { storedGame, storeGame, type StoredGame } from './store';
import type { Plan } from './table';

/** A worker that answers each search at once, unless it is silent. */
class FakeWorker implements LineWorker {
  onmessage: LineWorker['onmessage'] = null;
  onerror: LineWorker['onerror'] = null;
  readonly sent: string[] = [];
  terminated = false;

  postMessage(line: string): void {
    this.sent.push(line);
    if (line === 'stop') this.say('bestmove none');
  }

  terminate(): void {
    this.terminated = true;
  }

  say(line: string | null): void {
    this.onmessage?.({ data: line } as MessageEvent<string | null>);
  }

  last(word: string): string | undefined {
    return this.sent.findLast((line) => line.startsWith(word));
  }
}

const PLAN: Plan = { mode: 'two', layout: 'standard', clock: { kind: 'none' }, computers: { levels: [null, 5], seed: 7 } };
const closing: (() => void)[] = [];

function setUp() {
  const workers: FakeWorker[] = [];
  const startWorker = (): LineWorker => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  const machine = new Machine(() => Promise.resolve({ EngineWorker, startWorker }));
  const open = (stored: StoredGame | Plan): { game: LocalGame; close: () => void } => {
    const plan = 'plan' in stored ? stored.plan : stored;
    const game = new LocalGame(stored, { time: { now: () => Date.now() * 1000 }, players: machine.playersOf(plan), save: storeGame });
    const close = game.open();
    closing.push(close);
    return { game, close };
  };
  /** The worker that searches, once it has its order. */
  const searching = async (index = -1): Promise<FakeWorker> => {
    await vi.advanceTimersByTimeAsync(0);
    const worker = workers.at(index);
    if (worker === undefined) throw new Error(`there are ${workers.length} workers`);
    return worker;
  };
  /** Answers the running search with a legal move. */
  const answer = async (game: LocalGame): Promise<string> => {
    const worker = await searching();
    const [move] = legalMoves(game.position);
    if (move === undefined) throw new Error('there is a move');
    worker.say(`bestmove ${moveText(move)}`);
    await vi.advanceTimersByTimeAsync(1000);
    return moveText(move);
  };
  return { workers, machine, open, searching, answer };
}

function play(game: LocalGame, text: string): void {
  const move = game.legal.find((each) => moveText(each) === text);
  if (move === undefined) throw new Error(`${text} is not legal`);
  game.play(move);
}

function kept(): StoredGame {
  const stored = storedGame();
  if (stored === null) throw new Error('it is kept');
  return stored;
}

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));

afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.useRealTimers();
  localStorage.clear();
});

describe('a computer at one screen', () => {
  it('starts its worker with its first turn, and plays at its level from the whole game', async () => {
    const { workers, open, searching, answer } = setUp();
    const { game } = open(PLAN);
    await vi.advanceTimersByTimeAsync(1000);
    expect(workers).toHaveLength(0);
    play(game, 'a1b2');
    const worker = await searching();
    expect(worker.sent[0]).toBe('setoption name MultiPV value 1');
    expect(worker.last('setoption name Level')).toBe('setoption name Level value 5');
    expect(worker.last('position')).toMatch(/^position mode two line \S+ b 0,0 0 0 moves a1b2$/);
    expect(worker.last('go')).toBe('go movetime 600');
    expect([game.computerWaits, game.turn, game.seats[1]?.player?.computer]).toEqual([false, 1, 5]);
    const reply = await answer(game);
    expect(game.line.moves).toEqual(['a1b2', reply]);
  });

  it('waits a moment, even if it finds its move at once', async () => {
    const { open, searching } = setUp();
    const { game } = open(PLAN);
    play(game, 'a1b2');
    (await searching()).say('bestmove i5h5');
    await vi.advanceTimersByTimeAsync(599);
    expect(game.line.moves).toEqual(['a1b2']);
    await vi.advanceTimersByTimeAsync(1);
    expect(game.line.moves).toEqual(['a1b2', 'i5h5']);
  });

  it('takes a part of the time that its clock has left', async () => {
    const { open, searching } = setUp();
    const { game } = open({ ...PLAN, clock: { kind: 'sudden_death', initial_ms: 6000 }, computers: { levels: [null, 12], seed: 7 } });
    play(game, 'a1b2');
    expect((await searching()).last('go')).toBe('go movetime 200');
  });

  it('is taken back to the turn of a person, across the moves of several computers', async () => {
    const { open, answer } = setUp();
    const { game } = open({ mode: 'three', layout: 'three_standard', clock: { kind: 'none' }, computers: { levels: [3, null, 8], seed: 1 } });
    const first = await answer(game);
    expect([game.turn, game.mayTakeBack]).toEqual([1, false]);
    const [own] = game.legal;
    if (own === undefined) throw new Error('there is a move');
    game.play(own);
    await answer(game);
    await answer(game);
    expect([game.line.moves.length, game.turn]).toEqual([4, 1]);
    game.takeBack();
    expect([game.line.moves, game.turn]).toEqual([[first], 1]);
  });

  it('stops its search when a move is taken back', async () => {
    const { open, searching } = setUp();
    const { game } = open(PLAN);
    play(game, 'a1b2');
    const worker = await searching();
    game.takeBack();
    await vi.advanceTimersByTimeAsync(5000);
    expect([worker.last('stop'), game.line.moves, game.trouble]).toEqual(['stop', [], null]);
  });

  it('thinks again after a reload, with the same seed', async () => {
    const before = setUp();
    const { game, close } = before.open(PLAN);
    play(game, 'a1b2');
    const seed = (await before.searching()).last('setoption name Seed');
    close();
    before.machine.end();
    expect(before.workers[0]?.terminated).toBe(true);

    const after = setUp();
    const { game: again } = after.open(kept());
    expect([again.line.moves, again.people]).toEqual([['a1b2'], [0]]);
    expect((await after.searching()).last('setoption name Seed')).toBe(seed);
    await after.answer(again);
    expect(again.line.moves).toHaveLength(2);
  });

  it('gets a new worker when one fails, then a person can try again', async () => {
    const { workers, open, searching, answer } = setUp();
    const { game } = open(PLAN);
    play(game, 'a1b2');
    (await searching()).say(null);
    expect(workers).toHaveLength(2);
    expect([game.trouble, workers[1]?.last('position')]).toEqual([null, workers[0]?.last('position')]);
    (await searching(1)).onerror?.(new ErrorEvent('error'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(game.trouble).not.toBeNull();
    expect([game.computerWaits, workers.length]).toEqual([true, 2]);
    game.askAgain();
    await answer(game);
    expect(workers).toHaveLength(3);
    expect([game.trouble, game.line.moves.length]).toEqual([null, 2]);
  });

  it('fails when its code cannot be loaded or its move is illegal', async () => {
    const machine = new Machine(() => Promise.reject(new Error('offline')));
    const game = new LocalGame(PLAN, { players: machine.playersOf(PLAN) });
    closing.push(game.open());
    play(game, 'a1b2');
    await vi.advanceTimersByTimeAsync(1000);
    expect(game.trouble).not.toBeNull();

    const { open, searching } = setUp();
    const { game: other } = open(PLAN);
    play(other, 'a1b2');
    (await searching()).say('bestmove a1a2');
    await vi.advanceTimersByTimeAsync(1000);
    expect([other.trouble === null, other.line.moves]).toEqual([false, ['a1b2']]);
  });
});

describe('a hint at one screen', () => {
  it('is the move of the highest level, until the next move', async () => {
    const { machine, workers, open, searching } = setUp();
    const { game } = open(PLAN);
    const hints = new Hints(() => game, (turn, signal) => machine.advise(turn, signal));
    expect(workers).toHaveLength(0);
    void hints.ask();
    const worker = await searching();
    expect([worker.last('setoption name Level'), worker.last('go')]).toEqual(['setoption name Level value 12', 'go movetime 1000']);
    expect([hints.current?.move, hints.may]).toEqual([null, false]);
    worker.say('bestmove a1b2');
    await vi.advanceTimersByTimeAsync(0);
    expect(hints.current?.move).toBe('a1b2');
    play(game, 'a1b2');
    expect([hints.current, hints.may]).toEqual([null, false]);
  });

  it('disappears with the end of the game', async () => {
    const { machine, open, searching } = setUp();
    const { game } = open(PLAN);
    const hints = new Hints(() => game, (turn, signal) => machine.advise(turn, signal));
    void hints.ask();
    (await searching()).say('bestmove a1b2');
    await vi.advanceTimersByTimeAsync(0);
    game.resign(0);
    expect([hints.current, hints.may]).toEqual([null, false]);
  });

  it('does not stop the computer whose turn follows', async () => {
    const { machine, open, searching, answer } = setUp();
    const { game } = open(PLAN);
    const hints = new Hints(() => game, (turn, signal) => machine.advise(turn, signal));
    void hints.ask();
    await searching();
    play(game, 'a1b2');
    await searching();
    hints.end();
    await answer(game);
    expect(game.line.moves).toHaveLength(2);
  });

  it('can fail, and be asked for again', async () => {
    const { machine, workers, open, searching } = setUp();
    const { game } = open({ ...PLAN, computers: { levels: [null, null], seed: 0 } });
    const hints = new Hints(() => game, (turn, signal) => machine.advise(turn, signal));
    void hints.ask();
    (await searching()).say(null);
    (await searching(1)).say(null);
    await vi.advanceTimersByTimeAsync(0);
    expect([hints.current?.failed, hints.may]).toEqual([true, true]);
    void hints.ask();
    await searching(2);
    expect(workers).toHaveLength(3);
    expect(hints.current?.failed).toBe(false);
  });
});

describe('the form for a game at one screen', () => {
  it('seats computers, with other choices in each game', () => {
    const plan = planOf({ ...initialSetup(), mode: 'four', seats: ['person', '1', '12', 'person'] });
    expect(plan.computers?.levels).toEqual([null, 1, 12, null]);
    expect(planOf({ ...initialSetup(), seats: ['person', 'person', '4', '4'] }).computers).toBeUndefined();
    const other = anotherOf(plan);
    expect(other.computers?.levels).toEqual(plan.computers?.levels);
    expect(other.computers?.seed).not.toBe(plan.computers?.seed);
  });

  it('keeps computers with the game, and refuses impossible ones', () => {
    storeGame({ plan: PLAN, events: [], spentMs: 0 });
    expect(kept().plan).toEqual(PLAN);
    for (const computers of [{ levels: [null], seed: 1 }, { levels: [null, 13], seed: 1 }, { levels: [null, '5'], seed: 1 }, { levels: [null, 5] }, 5]) {
      localStorage.setItem('sumito.local', JSON.stringify({ plan: { ...PLAN, computers }, events: [], spentMs: 0 }));
      expect(storedGame()).toBeNull();
    }
  });
});
