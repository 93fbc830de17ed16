import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Clocks, Command, Event, EventKind, Outcome, Snapshot } from '$lib/base/protocol/types';
import { moveText } from '$lib/game/rules/notation';
import type { Session } from '$lib/base/session/session.svelte';
import { NotSent, type Failure } from '$lib/base/protocol/failure';
import { Refusal } from '$lib/base/protocol/refusal';
import { RoomGame } from './room-game.svelte';
import { Room } from './room.svelte';
import type { RoomState } from './state';

const ROWS = 'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb';
const AFTER = 'wwwww/wwwwww/2www2/8/9/3b4/3bb2/bbbbbb/bbbbb';
const NOW = 1_000_000_000;

const TIMING = { seat: 0, elapsed_ms: 1, server_ms: 0, forgiven_ms: 0, free_ms: 0, added_ms: 0 };

vi.mock('$lib/base/api/api', () => ({ layouts: () => Promise.resolve([{ name: 'standard', players: 2, rows: ROWS }]) }));
vi.mock('$lib/base/api/room', () => ({ roomNow: () => Promise.resolve({ game: 'g1', ledger: [TIMING, { ...TIMING, seat: 1 }] }) }));

const NO_CLOCKS: Clocks = {
  remaining_ms: null,
  running: null,
  turn_began_at: null,
  free_ms: 0,
  shared: false,
  first_move_by: null,
};

const HERE = { rating: null, connected: true, ready: false, out: false, claimable_at: null };

const SNAPSHOT: Snapshot = {
  room: 'r1',
  seq: 5,
  at: NOW,
  mode: 'two',
  layout: 'standard',
  clock: { kind: 'none' },
  rated: false,
  visibility: 'public',
  lobby: 'main',
  ready: false,
  spectator_delay_s: 0,
  ledger: [],
  seats: [
    { seat: 0, color: 'black', team: 0, player: { id: 'me', name: 'A', guest: true }, ...HERE },
    { seat: 1, color: 'white', team: 1, player: { id: 'other', name: 'B', guest: true }, ...HERE },
  ],
  status: 'playing',
  game: 'g1',
  position: `${ROWS} b 0,0 0 0`,
  turn: 0,
  ply: 0,
  captured: [0, 0],
  moves: [],
  clocks: NO_CLOCKS,
  offers: [],
  legal: ['c3d4'],
  result: null,
};

interface Asked {
  readonly command: Command;
  readonly page: AbortSignal | undefined;
  resolve(outcome: Outcome): void;
  reject(failure: Failure): void;
}

let asked: Asked[];
let room: Room;
let game: RoomGame;
let endGame: () => void;
let leave: () => void;
let session: Session;
const following = { again: vi.fn(), againLater: vi.fn(), end: vi.fn() };
const showError = vi.fn();

beforeEach(async () => {
  asked = [];
  for (const asked of Object.values(following)) asked.mockClear();
  showError.mockClear();
  const connection = { time: { now: () => NOW }, follow: () => following };
  const request = (command: Command, page?: AbortSignal): Promise<Outcome> =>
    new Promise<Outcome>((resolve, reject) => asked.push({ command, page, resolve, reject }));
  const ask = <T>(ask: (token: string | null) => Promise<T>): Promise<T> => ask(null);
  session = { user: { id: 'me', name: 'A', guest: true }, connection, request, ask } as unknown as Session;
  room = new Room('r1', session, showError);
  leave = room.open();
  room.snapshot(SNAPSHOT);
  [game, endGame] = gameIn(room);
  await vi.waitFor(() => expect(room.start).not.toBeNull());
});

afterEach(() => {
  endGame();
  sessionStorage.clear();
});

/** Returns the game of a room as a component has it, and the function that ends it. */
function gameIn(room: Room): [RoomGame, () => void] {
  const made: RoomGame[] = [];
  const end = $effect.root(() => {
    made.push(new RoomGame(room, () => stateOf(room)));
  });
  const [game] = made;
  if (game === undefined) throw new Error('an effect runs at once');
  flushSync();
  return [game, end];
}

function stateOf({ state }: Room): RoomState {
  if (state === null) throw new Error('the room has had a snapshot');
  return state;
}

function event(seq: number, kind: EventKind, at = NOW): Event {
  return { room: 'r1', seq, at, ...kind };
}

const MOVED = {
  kind: 'moved' as const,
  seat: 0,
  ply: 1,
  move: 'c3d4',
  ejected: null,
  position: `${AFTER} w 0,0 1 1`,
  captured: [0, 0],
  turn: 1,
  clocks: NO_CLOCKS,
  legal: ['g5f4'],
  time: null,
} satisfies EventKind;

function lies(cell: string): boolean {
  flushSync();
  return game.review.marbles.some(({ place }) => place.kind === 'board' && place.cell.name === cell);
}

describe('the user’s own move', () => {
  it('is shown before the server answers', () => {
    void room.play('c3d4');
    expect(asked[0]?.command).toEqual({ type: 'play', room: 'r1', ply: 0, move: 'c3d4' });
    expect(room.moves).toEqual(['c3d4']);
    expect(lies('d4')).toBe(true);
    expect(room.yourTurn).toBe(false);
    expect(game.entry?.kind).toBe('premove');
  });

  it('stays when its event arrives', () => {
    void room.play('c3d4');
    room.event(event(6, MOVED));
    expect(room.moves).toEqual(['c3d4']);
    flushSync();
    expect(game.review.ply).toBe(1);
    expect(game.entry?.kind).toBe('premove');
  });

  it('is taken back when the server refuses it', async () => {
    const playing = room.play('c3d4');
    const refusal = new Refusal('illegal_move', 'no', 'pac');
    asked[0]?.reject(refusal);
    await playing;
    expect(showError).toHaveBeenCalledWith(refusal);
    expect(room.moves).toEqual([]);
    expect(lies('c3')).toBe(true);
    flushSync();
    expect(game.review.ply).toBe(0);
    expect(game.legal.map(moveText)).toContain('c3d4');
  });

  it('takes over the game from another window', async () => {
    const playing = room.play('c3d4');
    asked[0]?.reject(new Refusal('not_in_control', 'no'));
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]?.command).toEqual({ type: 'take_over', room: 'r1' });
    asked[1]?.resolve({});
    await vi.waitFor(() => expect(asked).toHaveLength(3));
    expect(asked[2]?.command).toEqual(asked[0]?.command);
    asked[2]?.resolve({ seq: 6 });
    await playing;
    expect(showError).not.toHaveBeenCalled();
    expect(room.moves).toEqual(['c3d4']);
  });

  it('is not sent twice', () => {
    void room.play('c3d4');
    void room.play('c3d4');
    expect(asked).toHaveLength(1);
  });

  it('stays between the server’s answer and its event', async () => {
    const playing = room.play('c3d4');
    asked[0]?.resolve({ seq: 6 });
    await playing;
    expect(room.moves).toEqual(['c3d4']);
    expect(room.yourTurn).toBe(false);
    room.event(event(6, MOVED));
    expect(room.moves).toEqual(['c3d4']);
  });

  it('is dropped if its answer is older than the latest snapshot', async () => {
    const playing = room.play('c3d4');
    // A move was played and taken back while the page was disconnected; the answer to the move comes after that.
    room.snapshot({ ...SNAPSHOT, seq: 8 });
    expect(room.moves).toEqual(['c3d4']);
    asked[0]?.resolve({ seq: 6 });
    await playing;
    expect(room.moves).toEqual([]);
    expect(room.yourTurn).toBe(true);
  });

  it('is dropped if the game has continued without it', () => {
    void room.play('c3d4');
    room.snapshot({ ...SNAPSHOT, seq: 9, turn: 1, legal: [] });
    expect(room.moves).toEqual([]);
  });
});

describe('a command', () => {
  it('is aborted when the room’s page closes', () => {
    void room.resign();
    expect(asked[0]?.page?.aborted).toBe(false);
    leave();
    expect(asked[0]?.page?.aborted).toBe(true);
    expect(following.end).toHaveBeenCalledTimes(1);
  });

  it('shows an error if it was not sent', async () => {
    const resigning = room.resign();
    const failure = new NotSent('resign');
    asked[0]?.reject(failure);
    await resigning;
    expect(showError).toHaveBeenCalledExactlyOnceWith(failure);
  });
});

describe('a room', () => {
  it('requests missing events instead of skipping a gap', () => {
    room.event(event(8, MOVED));
    expect(following.again).toHaveBeenCalledTimes(1);
    expect(room.moves).toEqual([]);
    expect(room.since()).toBe(5);
  });

  it('animates a new move, but not a move that it missed earlier', () => {
    room.event(event(6, MOVED));
    flushSync();
    expect(game.review.glide).toBe(true);
    room.event(event(7, { ...MOVED, seat: 1, ply: 2, move: 'g5f4', turn: 0 }, NOW - 60_000_000));
    flushSync();
    expect(game.review.glide).toBe(false);
  });

  it('shows spectators the game and the time with a delay', () => {
    const late = { ...SNAPSHOT, spectator_delay_s: 60 };
    room.snapshot(late);
    expect(room.time.now()).toBe(NOW);
    const watched = new Room('r1', { connection: session.connection, user: null } as unknown as Session, showError);
    watched.snapshot(late);
    expect(watched.time.now()).toBe(NOW - 60_000_000);
    watched.event(event(6, MOVED, NOW - 60_000_000));
    expect(watched.fresh).toBe(true);
  });

  it('leaves a player who looks back at that ply when another moves', () => {
    room.event(event(6, MOVED));
    flushSync();
    game.review.go(0);
    flushSync();
    expect(game.review.live).toBe(false);
    expect(game.legal).toEqual([]);
    room.event(event(7, { ...MOVED, seat: 1, ply: 2, move: 'g5f4', turn: 0 }));
    flushSync();
    expect([game.review.ply, game.review.last, game.review.live]).toEqual([0, 2, false]);
  });

  it('shows the server’s position if the moves do not lead to it', () => {
    room.snapshot({ ...SNAPSHOT, seq: 9, moves: ['a1b1'], position: `${AFTER} w 0,0 1 1` });
    expect(lies('d4')).toBe(true);
    expect(lies('c3')).toBe(false);
  });

  it('fetches the missing move times of a very long game', async () => {
    room.snapshot({ ...SNAPSHOT, seq: 9, moves: ['a1b2', 'i5h5'], ledger: [{ ...TIMING, seat: 1 }] });
    expect(game.timings).toEqual([]);
    await vi.waitFor(() => expect(game.timings).toEqual([TIMING, { ...TIMING, seat: 1 }]));
  });

  it('records the end of a game only if this page saw it', () => {
    const result = { winners: [0], reason: 'time' as const, score: [0, 0] };
    const other = new Room('r1', { user: null } as unknown as Session, showError);
    other.snapshot({ ...SNAPSHOT, status: 'finished', result, turn: null, legal: [] });
    expect(other.endedHere).toBe(false);
    room.event(event(6, { kind: 'finished', result, game: 'g1', clocks: SNAPSHOT.clocks }));
    expect(room.endedHere).toBe(true);
  });

  it('subscribes again later if the server has lost it', () => {
    room.notice('storage_unavailable');
    expect(following.againLater).not.toHaveBeenCalled();
    expect(room.trouble).toBe('storage_unavailable');
    room.notice('room_lost');
    expect(following.againLater).toHaveBeenCalledTimes(1);
    expect(room.trouble).toBe('room_lost');
    room.snapshot({ ...SNAPSHOT, seq: 6 });
    expect(room.trouble).toBeNull();
  });

  it('is in trouble while the clocks stand still, until they run again', () => {
    const clocks = { ...NO_CLOCKS, remaining_ms: [60_000, 60_000] };
    room.clock({ clocks, at: NOW });
    expect(room.trouble).toBe('stopping');
    room.notice('storage_unavailable');
    expect(room.trouble).toBe('storage_unavailable');
    room.clock({ clocks: { ...clocks, running: 0, turn_began_at: NOW }, at: NOW });
    expect(room.trouble).toBeNull();
  });

  it.each(['storage_unavailable', 'room_unreachable', 'player_unreachable'] as const)('stops the clocks: %s', (notice) => {
    const clocks = { ...NO_CLOCKS, remaining_ms: [60_000, 60_000], running: 0, turn_began_at: NOW };
    room.clock({ clocks, at: NOW });
    room.notice(notice);
    expect(room.trouble).toBe(notice);
    expect(room.state?.reading.clocks.running).toBeNull();
    room.clock({ clocks, at: NOW });
    expect(room.trouble).toBeNull();
  });

  it('stays in trouble when presence changes, until the server sends clocks', () => {
    room.notice('storage_unavailable');
    room.presence([
      { connected: true, claimable_at: null },
      { connected: false, claimable_at: NOW + 5 },
    ]);
    expect(room.state?.seats[1]).toMatchObject({ connected: false, claimable_at: NOW + 5 });
    expect(room.trouble).toBe('storage_unavailable');
    room.clock({ clocks: NO_CLOCKS, at: NOW });
    expect(room.trouble).toBeNull();
  });

  it('keeps its sequence number when presence or clocks change', () => {
    room.presence([]);
    room.clock({ clocks: NO_CLOCKS, at: NOW });
    expect(room.since()).toBe(5);
    room.event(event(6, MOVED));
    expect(following.again).not.toHaveBeenCalled();
    expect(room.moves).toEqual(['c3d4']);
  });

  it('ignores presence and clocks before its first snapshot', () => {
    const unknown = new Room('r1', session, showError);
    unknown.presence([{ connected: true, claimable_at: null }]);
    unknown.clock({ clocks: NO_CLOCKS, at: NOW });
    expect(unknown.state).toBeNull();
  });

  it('stops its clocks while the server cannot store anything', () => {
    const running = { running: 0, turn_began_at: NOW - 2_000_000, first_move_by: NOW + 5 };
    const clocks = { ...NO_CLOCKS, ...running, remaining_ms: [60_000, 50_000] };
    room.snapshot({ ...SNAPSHOT, at: NOW - 2_000_000, clocks });
    for (let sent = 0; sent < 2; sent += 1) {
      room.notice('storage_unavailable');
      expect(room.state?.reading.clocks).toEqual({ ...NO_CLOCKS, remaining_ms: [58_000, 50_000] });
      expect(room.trouble).toBe('storage_unavailable');
    }
    const counted = { ...clocks, remaining_ms: [59_000, 50_000] };
    room.clock({ clocks: counted, at: NOW });
    expect(room.state?.reading).toEqual({ clocks: counted, at: NOW });
  });

  it('is played from a single window, and the user can choose which', async () => {
    room.control(false);
    expect(room.elsewhere).toBe(true);
    void room.takeOver();
    expect(asked[0]?.command).toEqual({ type: 'take_over', room: 'r1' });
    room.control(true);
    expect(room.elsewhere).toBe(false);
  });

  it('keeps the refusal if it does not exist', () => {
    room.onError(new Refusal('no_such_room', 'no'));
    expect(room.refusal?.code).toBe('no_such_room');
    expect(showError).not.toHaveBeenCalled();
  });
});

describe('a game in which every player has moved', () => {
  const TAKEN_BACK = { kind: 'taken_back' as const, ply: 0, position: `${ROWS} b 0,0 0 0`, captured: [0, 0], turn: 0, clocks: NO_CLOCKS, legal: [] };
  const BEGUN: Snapshot = { ...SNAPSHOT, turn: 0, moves: ['c3d4', 'g7f6'], ply: 2 };

  /** Reloads the page: only the server's answers and the stored data of the browser remain. */
  function reload(snapshot: Snapshot): Room {
    const room = new Room('r1', session, showError);
    room.open();
    room.snapshot(snapshot);
    return room;
  }

  it('has begun, also after a takeback and a reload', () => {
    expect(room.begun).toBe(false);
    room.snapshot(BEGUN);
    expect(room.begun).toBe(true);
    room.event(event(6, TAKEN_BACK));
    expect(room.state?.moves).toEqual([]);
    expect(room.begun).toBe(true);
    expect(reload({ ...SNAPSHOT, seq: 6 }).begun).toBe(true);
  });

  it('says nothing about the next game, nor does a single move', () => {
    room.snapshot({ ...BEGUN, moves: ['c3d4'], turn: 1, ply: 1 });
    room.event(event(6, TAKEN_BACK));
    expect(room.begun).toBe(false);
    room.snapshot(BEGUN);
    room.event(event(6, TAKEN_BACK));
    room.snapshot({ ...SNAPSHOT, game: 'g2' });
    expect(room.begun).toBe(false);
    expect(reload({ ...SNAPSHOT, game: 'g2' }).begun).toBe(false);
  });

  it('is known from the server when it refuses to abort the game', async () => {
    const other = reload(SNAPSHOT);
    void other.abort();
    asked[0]?.reject(new Refusal('too_late', 'no'));
    await vi.waitFor(() => expect(other.begun).toBe(true));
    expect(showError).toHaveBeenCalled();
  });
});

describe('a computer that waits for the server', () => {
  const WAITING: Snapshot = { ...SNAPSHOT, turn: 1, moves: ['c3d4'], ply: 1, position: `${AFTER} w 0,0 1 1` };
  const ANSWER = { ...MOVED, seat: 1, ply: 2, move: 'g5f4', position: `${AFTER} b 0,0 2 2`, turn: 0 } satisfies EventKind;

  beforeEach(() => {
    room.snapshot(WAITING);
    room.notice('computer_waits');
  });

  it('is reported until it moves, and the game continues meanwhile', () => {
    expect(room.computerWaits).toBe(true);
    expect(room.trouble).toBeNull();
    flushSync();
    expect(game.entry?.kind).toBe('premove');
    room.event(event(6, { kind: 'offered', what: 'draw', seat: 0 }));
    expect(room.computerWaits).toBe(true);
    room.event(event(7, ANSWER));
    expect(room.computerWaits).toBe(false);
    expect(room.mayMove).toBe(true);
  });

  it('is no longer reported after a takeback or the end of the game', () => {
    room.snapshot(SNAPSHOT);
    expect(room.computerWaits).toBe(false);
    room.snapshot(WAITING);
    room.notice('computer_waits');
    room.snapshot({ ...WAITING, status: 'finished', turn: null });
    expect(room.computerWaits).toBe(false);
  });

  it('does not hide a storage failure', () => {
    room.notice('storage_unavailable');
    room.notice('computer_waits');
    expect(room.trouble).toBe('storage_unavailable');
  });
});
