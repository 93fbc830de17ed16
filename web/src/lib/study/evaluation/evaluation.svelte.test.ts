import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { layoutOf, startFrom } from '$lib/game/rules/layouts';
import { moveText } from '$lib/game/rules/notation';
import { legalMoves } from '$lib/game/rules/legal';
import { play } from '$lib/game/rules/play';
import type { Analysis } from '$lib/base/protocol/types';
import { Refusal } from '$lib/base/protocol/refusal';
import type { Session } from '$lib/base/session/session.svelte';
import type { AnalysisFollower } from '$lib/base/socket/topics/topic';

import { Evaluations } from './evaluations.svelte';
import { GameAnalysis } from './game-analysis.svelte';
import { judgementAt, pliesOf } from './mistakes';
import { NO_POSITIONS, withMore } from './positions';
import { load } from './words';

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();

/** The subscription to the analysis. */
let follower: AnalysisFollower | null;
const end = vi.fn<() => void>();
const session = {
  look: <T>(ask: (token: string | null) => Promise<T>) => ask(null),
  askAsUser: <T>(ask: (token: string | null) => Promise<T>) => ask(null),
  connection: {
    follow: (_: unknown, follows: AnalysisFollower) => {
      follower = follows;
      return { again: vi.fn(), againLater: vi.fn(), end };
    },
  },
} as unknown as Session;

function analysis(change: Partial<Analysis>): Analysis {
  return { game: 'g1', plies: 3, done: false, full: true, positions: [], ...change };
}

function worth(ply: number, marbles = 0) {
  return { ply, score: { marbles }, chance: 500, depth: 4, line: ['a1b2'] };
}

function answers(body: unknown, status = 200): void {
  fetched.mockImplementationOnce(() => Promise.resolve(Response.json(body, { status })));
}

function refuses(code: string, status: number): void {
  answers({ type: 'about:blank', title: '', status, detail: 'no', code }, status);
}

function asked(): string[] {
  return fetched.mock.calls.map(([url, init]) => `${init?.method ?? 'GET'} ${url}`);
}

beforeEach(() => {
  follower = null;
  end.mockReset();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});

afterEach(() => vi.unstubAllGlobals());

describe('the analysis of a game', () => {
  it('is shown at once if it exists, without a subscription', async () => {
    answers({ state: 'asked', ...analysis({ done: true, positions: [worth(0)] }) });
    const game = new GameAnalysis('g1', session);
    await game.look();
    expect([game.stage, game.positions.size, game.all, game.followed]).toEqual(['done', 1, 4, false]);
    expect(follower).toBeNull();
  });

  it('starts on request, and grows with each message from the server', async () => {
    answers({ state: 'none' });
    const game = new GameAnalysis('g1', session);
    await game.look();
    expect([game.stage, game.failure]).toEqual(['none', null]);
    answers(analysis({}), 202);
    await game.ask();
    expect(asked()).toEqual(['GET /api/v1/games/g1/analysis', 'POST /api/v1/games/g1/analysis']);
    follower?.changed(analysis({ full: false, positions: [worth(3), worth(2)] }));
    follower?.changed(analysis({ full: false, positions: [worth(1)] }));
    expect([game.stage, [...game.positions.keys()]]).toEqual(['coming', [3, 2, 1]]);
    expect(end).not.toHaveBeenCalled();
    follower?.changed(analysis({ full: false, done: true, positions: [worth(0)] }));
    expect([game.stage, game.positions.size]).toEqual(['done', 4]);
    expect(end).toHaveBeenCalledOnce();
  });

  it('is requested again only once if the server has lost it', async () => {
    answers(analysis({}), 202);
    const game = new GameAnalysis('g1', session);
    await game.ask();
    answers(analysis({}), 202);
    follower?.onError(new Refusal('no_analysis', 'no'));
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
    await vi.waitFor(() => expect(game.busy).toBe(false));
    follower?.onError(new Refusal('no_analysis', 'no'));
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(game.failure).toMatchObject({ code: 'no_analysis' });
  });

  it('keeps the error of a refused request', async () => {
    refuses('too_many', 429);
    const game = new GameAnalysis('g1', session);
    await game.ask();
    expect(game.failure).toMatchObject({ code: 'too_many' });
    expect(game.busy).toBe(false);
  });
});

describe('the known positions of a game', () => {
  it('grow with each partial message, and are replaced by a full message', () => {
    const known = withMore(NO_POSITIONS, { full: true, positions: [worth(5), worth(4)] });
    expect([...withMore(known, { full: false, positions: [worth(4, 9), worth(3)] }).keys()]).toEqual([5, 4, 3]);
    expect([...withMore(known, { full: true, positions: [worth(1)] }).keys()]).toEqual([1]);
  });

  it('mark a mistake, and count it for the player who made it', async () => {
    await load();
    const known = withMore(NO_POSITIONS, { full: true, positions: [{ ...worth(2), mistake: 'missed_win' }, worth(3)] });
    expect([judgementAt(known, 2), judgementAt(known, 4)]).toEqual([null, null]);
    expect(judgementAt(known, 3)).toMatchObject({ symbol: '×?', text: 'Missed win' });
    expect([pliesOf(known, [0, 1, 0], 0, 'missed_win'), pliesOf(known, [0, 1, 0], 1, 'missed_win')]).toEqual([[3], []]);
  });
});

describe('the evaluation of a position', () => {
  const layout = layoutOf('two', 'belgian_daisy');
  if (layout === null) throw new Error('there is such a layout');
  const start = startFrom('two', layout);
  const [first] = legalMoves(start);
  if (first === undefined) throw new Error('there is a move');
  const next = play(start, first);

  it('belongs to the requested position, and is requested only once', async () => {
    let answer = (_: Response): void => undefined;
    fetched.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const evaluations = new Evaluations(session);
    const asking = evaluations.ask(start);
    expect([evaluations.of(start)?.kind, evaluations.of(next)]).toEqual(['thinking', null]);
    answer(Response.json({ mode: 'two', position: '', score: { marbles: 20 }, chance: 590, depth: 9, nodes: 7, line: [moveText(first)] }));
    await asking;
    expect(evaluations.of(start)).toMatchObject({ kind: 'found', found: { depth: 9 } });
    expect(evaluations.of(next)).toBeNull();
    await evaluations.ask({ ...start, ply: 12 });
    expect(fetched).toHaveBeenCalledOnce();
  });

  it('with several lines is another request', async () => {
    const found = { mode: 'two', position: '', score: { marbles: 20 }, chance: 590, depth: 9, nodes: 7, line: [moveText(first)] };
    answers(found);
    answers({ ...found, others: [{ score: { marbles: 10 }, chance: 540, line: ['a1b1'] }] });
    const evaluations = new Evaluations(session);
    await evaluations.ask(start);
    expect(evaluations.of(start, 2)).toBeNull();
    await evaluations.ask(start, 2);
    expect(evaluations.of(start, 2)).toMatchObject({ kind: 'found', found: { others: [{ line: ['a1b1'] }] } });
    expect(asked().map((url) => /lines=\d/.exec(url)?.[0])).toEqual(['lines=1', 'lines=2']);
  });

  it('can be requested again after a refusal', async () => {
    refuses('busy', 503);
    const evaluations = new Evaluations(session);
    await evaluations.ask(start);
    expect(evaluations.of(start)).toMatchObject({ kind: 'failed', failure: { code: 'busy' } });
    answers({ mode: 'two', position: '', score: { win: 1 }, chance: 1000, depth: 1, nodes: 7, line: [] });
    await evaluations.ask(start);
    expect(evaluations.of(start)?.kind).toBe('found');
  });
});
