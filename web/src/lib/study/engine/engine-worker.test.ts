import { describe, expect, it, vi } from 'vitest';

import { EngineWorker, type LineWorker, type SearchOrder } from './engine-worker';

/** Workers whose lines come from the test. */
class FakeWorker implements LineWorker {
  onmessage: LineWorker['onmessage'] = null;
  onerror: LineWorker['onerror'] = null;
  readonly sent: string[] = [];
  readonly terminate = vi.fn<() => void>();

  postMessage(line: string): void {
    this.sent.push(line);
  }

  say(...lines: (string | null)[]): void {
    for (const data of lines) this.onmessage?.({ data } as MessageEvent<string | null>);
  }
}

function info(depth: number, multipv: number, move: string): string {
  return `info depth ${depth} seldepth ${depth} multipv ${multipv} score 12 nodes 100 nps 1000 time 100 hashfull 1 pv ${move}`;
}

function setUp() {
  const workers: FakeWorker[] = [];
  const failed = vi.fn<() => void>();
  const engine = new EngineWorker(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  }, failed);
  const order = (position: string, time: number | null = null) => {
    const found: string[] = [];
    const ended = vi.fn<(move: string | null) => void>();
    const asked: SearchOrder = { position, lines: 2, time, found: (lines) => found.push(lines.map(({ pv }) => pv.join('-')).join(' ')), ended };
    return { asked, found, ended };
  };
  return { engine, workers, failed, order };
}

describe('the engine in a worker', () => {
  it('starts with the first search, and tells each depth', () => {
    const { engine, workers, order } = setUp();
    expect(workers).toHaveLength(0);
    const { asked, found } = order('mode two layout standard');
    engine.search(asked);
    expect(workers[0]?.sent).toEqual(['setoption name MultiPV value 2', 'position mode two layout standard', 'go infinite']);
    workers[0]?.say(info(1, 1, 'a1b2'), info(1, 2, 'i9h8'), info(2, 1, 'a2b3'));
    expect(found).toEqual(['a1b2', 'a1b2 i9h8', 'a2b3']);
  });

  it('plays at a level, and tells its move', () => {
    const { engine, workers, order } = setUp();
    const { asked, ended } = order('one', 600);
    engine.search({ ...asked, lines: 1, strength: { level: 5, seed: 9 } });
    expect(workers[0]?.sent.slice(1, 3)).toEqual(['setoption name Level value 5', 'setoption name Seed value 9']);
    workers[0]?.say('bestmove a1b2');
    expect(ended.mock.lastCall).toEqual(['a1b2']);
    engine.search(asked);
    workers[0]?.say('bestmove none');
    expect(ended.mock.lastCall).toEqual([null]);
  });

  it('attributes nothing to the next position that belongs to the one before', () => {
    const { engine, workers, order } = setUp();
    const [first, second] = [order('one'), order('two', 5000)];
    engine.search(first.asked);
    engine.search(second.asked);
    expect(workers[0]?.sent.slice(3)).toEqual(['stop', 'setoption name MultiPV value 2', 'position two', 'go movetime 5000']);
    workers[0]?.say(info(1, 1, 'a1b2'), 'bestmove a1b2', info(1, 1, 'i9h8'), 'bestmove i9h8');
    expect([first.found, second.found]).toEqual([[], ['i9h8']]);
    expect([first.ended.mock.calls.length, second.ended.mock.calls.length]).toEqual([0, 1]);
    expect(engine.busy).toBe(false);
  });

  it('is replaced once when it fails, and then reported', () => {
    const { engine, workers, failed, order } = setUp();
    const { asked, found } = order('one');
    engine.search(asked);
    workers[0]?.say(null);
    expect(workers).toHaveLength(2);
    expect(workers[0]?.terminate).toHaveBeenCalledOnce();
    workers[0]?.say(info(1, 1, 'a1b2'));
    workers[1]?.say(info(1, 1, 'i9h8'));
    expect([found, failed.mock.calls.length]).toEqual([['i9h8'], 0]);
    workers[1]?.onerror?.(new ErrorEvent('error'));
    engine.search(asked);
    expect([workers.length, failed.mock.calls.length]).toEqual([2, 1]);
  });

  it('says no more after stop and end', () => {
    const { engine, workers, order } = setUp();
    const { asked, found } = order('one');
    engine.search(asked);
    engine.stop();
    engine.stop();
    expect(workers[0]?.sent.filter((line) => line === 'stop')).toHaveLength(1);
    workers[0]?.say(info(1, 1, 'a1b2'));
    engine.end();
    expect([found, workers[0]?.terminate.mock.calls.length]).toEqual([[], 1]);
  });
});
