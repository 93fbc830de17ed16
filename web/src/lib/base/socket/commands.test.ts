import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NetworkFailure } from '$lib/base/protocol/failure';
import { Refusal } from '$lib/base/protocol/refusal';
import type { ClientMessage, Command } from '$lib/base/protocol/types';
import { Commands, EXPIRES_AFTER_MS } from './commands';

const PLAY = { type: 'play', room: 'r1', ply: 0, move: 'a1b2' } as const;
const RESIGN = { type: 'resign', room: 'r1' } as const;

let sent: ClientMessage[];
let waiting: readonly Command['type'][];
const anonymous = vi.fn();
let commands: Commands;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  waiting = [];
  anonymous.mockReset();
  commands = new Commands({ send: (message) => sent.push(message), anonymous, waiting: (types) => (waiting = types) });
});

afterEach(() => {
  vi.useRealTimers();
});

function types(): string[] {
  return sent.map(({ type }) => type);
}

function lastId(): string | undefined {
  return sent.at(-1)?.id;
}

/** Sends a command; `value` is its outcome or failure, and `undefined` until then. */
function fateOf(command: Command, page?: AbortSignal): { value: unknown } {
  const fate = { value: undefined as unknown };
  commands.request(command, page).then(
    (outcome) => (fate.value = outcome),
    (failure: unknown) => (fate.value = failure),
  );
  return fate;
}

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

describe('a move', () => {
  it('waits without a time limit until there is a connection, and is then sent', async () => {
    const fate = fateOf(PLAY);
    expect(waiting).toEqual(['play']);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    commands.open('authenticated');
    expect(types()).toEqual(['play']);
    expect(waiting).toEqual([]);
    commands.ok(lastId(), { seq: 4 });
    await settled();
    expect(fate.value).toEqual({ seq: 4 });
  });

  it('is sent again with the same id on each new connection until it is answered', async () => {
    commands.open('authenticated');
    const fate = fateOf(PLAY);
    commands.close();
    expect(waiting).toEqual(['play']);
    commands.open('authenticated');
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    commands.ok(lastId(), {});
    await settled();
    expect(fate.value).toEqual({});
    commands.close();
    commands.open('authenticated');
    expect(sent).toHaveLength(2);
  });

  it('is retried with the same id while the server rejects it temporarily', async () => {
    commands.open('authenticated');
    const fate = fateOf(PLAY);
    for (const code of ['busy', 'unavailable', 'rate_limited'] as const) commands.error(lastId(), new Refusal(code, 'later'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fate.value).toBeUndefined();
    expect(sent.length).toBeGreaterThan(1);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    commands.ok(lastId(), {});
    await settled();
    expect(fate.value).toEqual({});
  });
});

describe('a command that must be sent soon', () => {
  it('expires without a connection, fails with `NotSent`, and is never sent', async () => {
    const fate = fateOf(RESIGN);
    await vi.advanceTimersByTimeAsync(EXPIRES_AFTER_MS - 1);
    expect(fate.value).toBeUndefined();
    expect(waiting).toEqual(['resign']);
    await vi.advanceTimersByTimeAsync(1);
    expect(fate.value).toMatchObject({ name: 'NotSent', command: 'resign' });
    expect(waiting).toEqual([]);
    commands.open('authenticated');
    expect(sent).toEqual([]);
  });

  it('is sent if the connection returns in time', () => {
    fateOf(RESIGN);
    vi.advanceTimersByTime(EXPIRES_AFTER_MS - 1);
    commands.open('authenticated');
    expect(types()).toEqual(['resign']);
  });

  it('expires when the user leaves the page, unless it is a move', async () => {
    const page = new AbortController();
    const [fate, move] = [fateOf(RESIGN, page.signal), fateOf(PLAY, page.signal)];
    page.abort();
    const late = fateOf(RESIGN, page.signal);
    await settled();
    for (const { value } of [fate, late]) expect(value).toMatchObject({ name: 'NotSent', command: 'resign' });
    commands.open('authenticated');
    expect(types()).toEqual(['play']);
    expect(move.value).toBeUndefined();
  });

  it('waits for a slow answer if it was sent in time', async () => {
    commands.open('authenticated');
    const fate = fateOf(RESIGN);
    await vi.advanceTimersByTimeAsync(2 * EXPIRES_AFTER_MS);
    expect(fate.value).toBeUndefined();
    commands.ok(lastId(), { seq: 9 });
    await settled();
    expect(fate.value).toEqual({ seq: 9 });
  });

  it('is sent again with the same id if the connection returns in time', () => {
    commands.open('authenticated');
    fateOf(RESIGN);
    commands.close();
    vi.advanceTimersByTime(1000);
    commands.open('authenticated');
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  it('fails with `Unanswered` after its answer was lost, once the state is up to date', async () => {
    commands.open('authenticated');
    const fate = fateOf(RESIGN);
    commands.close();
    expect(waiting).toEqual(['resign']);
    await vi.advanceTimersByTimeAsync(2 * EXPIRES_AFTER_MS);
    expect(fate.value).toBeUndefined();
    expect(waiting).toEqual([]);
    commands.open('authenticated');
    expect(sent).toHaveLength(1);
    commands.settle();
    await settled();
    expect(fate.value).toMatchObject({ name: 'Unanswered', command: 'resign' });
    expect(waiting).toEqual([]);
  });

  it('is retried a few times while the server rejects it temporarily', async () => {
    commands.open('authenticated');
    const fate = fateOf(RESIGN);
    commands.error(lastId(), new Refusal('busy', 'later'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toHaveLength(2);
    commands.error(lastId(), new Refusal('unavailable', 'later'));
    await vi.advanceTimersByTimeAsync(2000);
    commands.error(lastId(), new Refusal('unavailable', 'later'));
    await vi.advanceTimersByTimeAsync(4000);
    commands.error(lastId(), new Refusal('unavailable', 'later'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fate.value).toMatchObject({ code: 'unavailable' });
    expect(sent).toHaveLength(4);
  });
});

describe('a command that belongs to one socket', () => {
  it('fails when the socket closes, and is not sent again', async () => {
    commands.open('anonymous');
    const fate = fateOf({ type: 'subscribe', lobby: 'main' });
    expect(types()).toEqual(['subscribe']);
    expect(waiting).toEqual([]);
    commands.close();
    await settled();
    expect(fate.value).toBeInstanceOf(NetworkFailure);
    commands.open('anonymous');
    expect(sent).toHaveLength(1);
  });

  it('fails at the first error, even a temporary error', async () => {
    commands.open('anonymous');
    const fate = fateOf({ type: 'subscribe', lobby: 'main' });
    commands.error(lastId(), new Refusal('busy', 'later'));
    await settled();
    expect(fate.value).toMatchObject({ code: 'busy' });
  });
});

describe('a command that needs a user', () => {
  it('waits until an anonymous visitor is a guest', () => {
    commands.open('anonymous');
    fateOf(PLAY);
    fateOf(RESIGN);
    expect(anonymous).toHaveBeenCalled();
    expect(sent).toEqual([]);
    commands.open('authenticated');
    expect(types()).toEqual(['play', 'resign']);
  });

  it('fails with the error if no guest can be created', async () => {
    commands.open('anonymous');
    const fate = fateOf(PLAY);
    commands.stayAnonymous(new Refusal('rate_limited', 'too many'));
    await settled();
    expect(fate.value).toMatchObject({ code: 'rate_limited' });
    expect(waiting).toEqual([]);
  });
});

describe('an error message', () => {
  it('is not handled if it belongs to no pending command', () => {
    expect(commands.error(undefined, new Refusal('rate_limited', 'slow down'))).toBe(false);
    expect(commands.error('unknown', new Refusal('busy', 'no'))).toBe(false);
  });
});
