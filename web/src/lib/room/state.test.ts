import { describe, expect, it } from 'vitest';
import type { Event, EventKind, Snapshot } from '$lib/protocol/types';
import { after, fromSnapshot, placeOf, type RoomState } from './state';

const ROOM = 'hnmrpf6jdds3';
const BLACK = { id: 'u1', name: 'Sly Stork', guest: true };
const WHITE = { id: 'u2', name: 'Merry Lynx', guest: true };
const HERE = { connected: true, ready: false, out: false, claimable_at: null };
const START = 'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb';
const NEXT = 'wwwww/wwwwww/2www2/8/9/3b4/3bb2/bbbbbb/bbbbb';

function events(...kinds: EventKind[]): Event[] {
  return kinds.map((kind, index) => ({ room: ROOM, seq: index + 1, at: 1_000_000 * (index + 1), ...kind }));
}

/** What Black's move did to Black's clock. */
const LAPSE = { seat: 0, elapsed_ms: 2100, forgiven_ms: 100, free_ms: 0, added_ms: 0 };

/** The beginning of a game: two join, Black offers a draw and moves. */
const STORY = events(
  {
    kind: 'created',
    mode: 'two',
    layout: 'standard',
    clock: { kind: 'sudden_death', initial_ms: 600_000 },
    rated: false,
    visibility: 'public',
    lobby: 'main',
    ready: false,
    spectator_delay_s: 0,
  },
  { kind: 'seated', seat: 0, player: BLACK },
  { kind: 'presence', seat: 0, connected: true, claimable_at: null },
  { kind: 'seated', seat: 1, player: WHITE },
  {
    kind: 'started',
    game: 'g1',
    seats: [
      { seat: 0, color: 'black', team: 0, player: BLACK, ...HERE },
      { seat: 1, color: 'white', team: 1, player: WHITE, ...HERE, connected: false },
    ],
    position: `${START} b 0,0 0 0`,
    turn: 0,
    clocks: { remaining_ms: [600_000, 600_000], running: 0, first_move_by: null },
    legal: ['c3d3', 'c3d4'],
  },
  { kind: 'presence', seat: 1, connected: true, claimable_at: null },
  { kind: 'offered', seat: 0, what: 'draw' },
  {
    kind: 'moved',
    seat: 0,
    ply: 1,
    move: 'c3d4',
    ejected: null,
    position: `${NEXT} w 0,0 1 1`,
    captured: [0, 0],
    turn: 1,
    clocks: { remaining_ms: [598_000, 600_000], running: 1, first_move_by: null },
    legal: ['g5f4'],
    time: LAPSE,
  },
);

/** What a server says of the same room after all of `STORY`. */
const SNAPSHOT: Snapshot = {
  room: ROOM,
  seq: 8,
  at: 8_000_000,
  mode: 'two',
  layout: 'standard',
  clock: { kind: 'sudden_death', initial_ms: 600_000 },
  rated: false,
  visibility: 'public',
  lobby: 'main',
  ready: false,
  spectator_delay_s: 0,
  ledger: [LAPSE],
  seats: [
    { seat: 0, color: 'black', team: 0, player: BLACK, ...HERE },
    { seat: 1, color: 'white', team: 1, player: WHITE, ...HERE },
  ],
  status: 'playing',
  game: 'g1',
  position: `${NEXT} w 0,0 1 1`,
  turn: 1,
  ply: 1,
  captured: [0, 0],
  moves: ['c3d4'],
  clocks: { remaining_ms: [598_000, 600_000], running: 1, first_move_by: null },
  offers: [{ what: 'draw', by: 0, agreed: [0] }],
  legal: ['g5f4'],
  result: null,
};

function fold(state: RoomState | null, list: readonly Event[]): RoomState | null {
  return list.reduce<RoomState | null>((known, event) => (placeOf(known, event) === 'next' ? after(known, event) : known), state);
}

function continued(...kinds: EventKind[]): RoomState {
  const list = kinds.map((kind, index) => ({ room: ROOM, seq: 9 + index, at: 9_000_000 + index, ...kind }));
  const state = fold(fromSnapshot(SNAPSHOT), list);
  if (state === null) throw new Error('a snapshot has a state');
  return state;
}

describe('the state of a room', () => {
  it('is the same by events and by a snapshot', () => {
    expect(fold(null, STORY)).toEqual(fromSnapshot(SNAPSHOT));
  });

  it('is the same when events come twice', () => {
    expect(fold(null, STORY.flatMap((event) => [event, event]))).toEqual(fromSnapshot(SNAPSHOT));
    expect(fold(fold(null, STORY.slice(0, 6)), STORY.slice(2))).toEqual(fromSnapshot(SNAPSHOT));
  });

  it('does not go on over a gap', () => {
    const known = fold(null, STORY.slice(0, 3));
    const late = STORY[5];
    if (late === undefined) throw new Error('the story is longer');
    expect(placeOf(known, late)).toBe('gap');
    expect(fold(known, [late])).toBe(known);
  });

  it('knows nothing before a snapshot or the creation', () => {
    expect(fold(null, STORY.slice(1))).toBeNull();
  });
});

describe('events', () => {
  it('an offer lapses with the other player’s move, not with the own one', () => {
    const reply: EventKind = {
      kind: 'moved',
      seat: 1,
      ply: 2,
      move: 'g5f4',
      ejected: null,
      position: SNAPSHOT.position,
      captured: [0, 0],
      turn: 0,
      clocks: { remaining_ms: [598_000, 599_000], running: 0, first_move_by: null },
      legal: [],
      time: null,
    };
    expect(fromSnapshot(SNAPSHOT).offers).toHaveLength(1);
    expect(continued(reply).offers).toEqual([]);
  });

  it('a refused offer is gone', () => {
    expect(continued({ kind: 'declined', seat: 1, what: 'draw' }).offers).toEqual([]);
  });

  it('a takeback leaves the moves before it', () => {
    const state = continued(
      { kind: 'offered', seat: 0, what: 'takeback' },
      {
        kind: 'taken_back',
        ply: 0,
        position: `${START} b 0,0 0 0`,
        captured: [0, 0],
        turn: 0,
        clocks: SNAPSHOT.clocks,
        legal: ['c3d3'],
      },
    );
    expect(state).toMatchObject({ moves: [], ledger: [], turn: 0, legal: ['c3d3'], offers: [], position: `${START} b 0,0 0 0` });
  });

  it('a rematch begins with nothing of the game before', () => {
    const result = { winners: [0], reason: 'resignation' as const, score: [2, 3] };
    const seats = SNAPSHOT.seats.map((seat) => ({ ...seat, player: seat.seat === 0 ? WHITE : BLACK }));
    const state = continued(
      { kind: 'finished', result, game: 'g1', clocks: SNAPSHOT.clocks },
      { kind: 'offered', seat: 1, what: 'rematch' },
      { kind: 'started', game: 'g2', seats, position: `${START} b 0,0 0 0`, turn: 0, clocks: SNAPSHOT.clocks, legal: ['c3d3'] },
    );
    expect(state).toMatchObject({ game: 'g2', seats, moves: [], ledger: [], captured: [0, 0], offers: [], result: null, status: 'playing' });
  });

  it('an end leaves nothing to do', () => {
    const result = { winners: [0], reason: 'resignation' as const, score: [0, 0] };
    const clocks = { remaining_ms: [598_000, 590_000], running: null, first_move_by: null };
    const state = continued({ kind: 'finished', result, game: 'g1', clocks });
    expect(state).toMatchObject({ status: 'finished', result, turn: null, legal: [], offers: [], game: 'g1' });
    expect(state.reading.clocks).toEqual(clocks);
  });

  it('after a restart nobody is connected, the game can be claimed later, and the clocks are new', () => {
    const clocks = { remaining_ms: [598_000, 595_000], running: 1, first_move_by: null };
    const state = continued({ kind: 'clock', clocks, cause: 'restarted', claimable_at: [89_000_000, 99_000_000] });
    expect(state.seats.map(({ connected }) => connected)).toEqual([false, false]);
    expect(state.seats.map(({ claimable_at }) => claimable_at)).toEqual([89_000_000, 99_000_000]);
    expect(state.reading).toEqual({ clocks, at: 9_000_000 });
  });

  it('after an outage those who are connected still are', () => {
    const state = continued(
      { kind: 'presence', seat: 0, connected: false, claimable_at: 60_000_000 },
      { kind: 'clock', clocks: SNAPSHOT.clocks, cause: 'continued', claimable_at: [60_000_000, null] },
    );
    expect(state.seats).toMatchObject([
      { connected: false, claimable_at: 60_000_000 },
      { connected: true, claimable_at: null },
    ]);
  });

  it('nothing can be claimed in a game that is over', () => {
    const state = continued(
      { kind: 'presence', seat: 0, connected: false, claimable_at: 60_000_000 },
      {
        kind: 'finished',
        result: { winners: [1], reason: 'abandoned', score: [0, 0] },
        game: 'g1',
        clocks: SNAPSHOT.clocks,
      },
    );
    expect(state.seats.map(({ claimable_at }) => claimable_at)).toEqual([null, null]);
  });

  it('who leaves is gone from the seat', () => {
    const state = continued({ kind: 'left', seat: 1, status: 'waiting' });
    expect(state.seats[1]).toMatchObject({ player: null, connected: false });
    expect(state.status).toBe('waiting');
  });

  it('whoever takes a seat has not said to be ready, whoever sat there before', () => {
    const left: EventKind[] = [
      { kind: 'ready', seat: 1, ready: true },
      { kind: 'left', seat: 1, status: 'closed' },
    ];
    expect(continued(...left).seats[1]).toMatchObject({ player: null, ready: false });
    const state = continued(...left, { kind: 'seated', seat: 1, player: BLACK });
    expect(state.seats[1]).toMatchObject({ player: BLACK, connected: false, ready: false });
    expect(state.status).toBe('waiting');
  });

  it('of a kind that is not known only count', () => {
    const unknown = { kind: 'fireworks' } as unknown as EventKind;
    expect(continued(unknown)).toEqual({ ...fromSnapshot(SNAPSHOT), seq: 9 });
  });
});
