import { describe, expect, it } from 'vitest';
import type { Clock, Clocks, Event, EventKind, MoveTiming, SeatPresence, Snapshot } from '$lib/base/protocol/types';
import { after, fromSnapshot, placeOf, withClocks, withPresence, withRatings, withWholeLedger, type RoomState } from './state';

const ROOM = 'hnmrpf6jdds3';
const BLACK = { id: 'u1', name: 'Sly Stork', guest: true };
const WHITE = { id: 'u2', name: 'Merry Lynx', guest: true };
const HERE: SeatPresence = { connected: true, claimable_at: null };
const AWAY: SeatPresence = { connected: false, claimable_at: null };
const PLAYING = { ready: false, out: false };
const START = 'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb';
const NEXT = 'wwwww/wwwwww/2www2/8/9/3b4/3bb2/bbbbbb/bbbbb';

function events(...kinds: EventKind[]): Event[] {
  return kinds.map((kind, index) => ({ room: ROOM, seq: index + 1, at: 1_000_000 * (index + 1), ...kind }));
}

/** Returns clocks. `running` is the seat whose clock runs, or `null` if no clock runs. */
function clocksOf(remaining_ms: number[], running: number | null, turn_began_at: number | null = null): Clocks {
  return { remaining_ms, running, turn_began_at, free_ms: 0, shared: false, first_move_by: null };
}

/** The effect of Black's move on Black's clock. */
const TIMING = { seat: 0, elapsed_ms: 2110, server_ms: 10, forgiven_ms: 100, free_ms: 0, added_ms: 0 };

/** The start of a game: two players join, then Black offers a draw and moves. */
const EVENTS = events(
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
  { kind: 'seated', seat: 1, player: WHITE },
  {
    kind: 'started',
    game: 'g1',
    players: [BLACK, WHITE],
    position: `${START} b 0,0 0 0`,
    turn: 0,
    clocks: clocksOf([600_000, 600_000], 0, 4_000_000),
    legal: ['c3d3', 'c3d4'],
  },
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
    clocks: clocksOf([598_000, 600_000], 1, 6_000_000),
    legal: ['g5f4'],
    time: TIMING,
  },
);

/** The server's snapshot of the same room after all of `EVENTS`, with both players connected. */
const SNAPSHOT: Snapshot = {
  room: ROOM,
  seq: 6,
  at: 6_000_000,
  mode: 'two',
  layout: 'standard',
  clock: { kind: 'sudden_death', initial_ms: 600_000 },
  rated: false,
  visibility: 'public',
  lobby: 'main',
  ready: false,
  spectator_delay_s: 0,
  ledger: [TIMING],
  seats: [
    { seat: 0, color: 'black', team: 0, player: BLACK, rating: null, ...PLAYING, ...HERE },
    { seat: 1, color: 'white', team: 1, player: WHITE, rating: null, ...PLAYING, ...HERE },
  ],
  status: 'playing',
  game: 'g1',
  position: `${NEXT} w 0,0 1 1`,
  turn: 1,
  ply: 1,
  captured: [0, 0],
  moves: ['c3d4'],
  clocks: clocksOf([598_000, 600_000], 1, 6_000_000),
  offers: [{ what: 'draw', by: 0, agreed: [0] }],
  legal: ['g5f4'],
  result: null,
};

function fold(state: RoomState | null, list: readonly Event[]): RoomState | null {
  return list.reduce<RoomState | null>((known, event) => (placeOf(known, event) === 'next' ? after(known, event) : known), state);
}

function continued(...kinds: EventKind[]): RoomState {
  const list = kinds.map((kind, index) => ({ room: ROOM, seq: 7 + index, at: 9_000_000 + index, ...kind }));
  const state = fold(fromSnapshot(SNAPSHOT), list);
  if (state === null) throw new Error('a snapshot has a state');
  return state;
}

describe('the state of a room', () => {
  it('moves ratings with the players, and clears the rating of a free seat', () => {
    const rated = withRatings(fromSnapshot(SNAPSHOT), [{ rating: 1512, change: 12 }, { rating: 1488, provisional: true }]);
    expect(rated.seats.map(({ rating }) => rating?.rating)).toEqual([1512, 1488]);
    const next = { room: ROOM, seq: rated.seq + 1, at: 9_000_000 };
    const clocks = clocksOf([600_000, 600_000], 0, 4_000_000);
    const position = `${START} b 0,0 0 0`;
    const turned = after(rated, { ...next, kind: 'started', game: 'g2', players: [WHITE, BLACK], position, turn: 0, clocks });
    expect(turned.seats.map(({ rating }) => rating?.rating)).toEqual([1488, 1512]);
    const free = after(turned, { ...next, seq: next.seq + 1, kind: 'left', seat: 1, status: 'waiting' });
    expect(free.seats.map(({ rating }) => rating?.rating)).toEqual([1488, undefined]);
  });

  it('is the same from events as from a snapshot', () => {
    const lone = fold(null, EVENTS.slice(0, 2));
    if (lone === null) throw new Error('it begins with the creation of the room');
    const played = fold(withPresence(lone, [HERE, AWAY]), EVENTS);
    expect(played?.seats.map(({ connected }) => connected)).toEqual([true, false]);
    expect(played && withPresence(played, [HERE, HERE])).toEqual(fromSnapshot(SNAPSHOT));
  });

  it('is the same if events arrive twice', () => {
    const once = fold(null, EVENTS);
    expect(fold(null, EVENTS.flatMap((event) => [event, event]))).toEqual(once);
    expect(fold(fold(null, EVENTS.slice(0, 5)), EVENTS.slice(2))).toEqual(once);
  });

  it('does not apply events after a gap', () => {
    const known = fold(null, EVENTS.slice(0, 3));
    const late = EVENTS[4];
    if (late === undefined) throw new Error('there are more events');
    expect(placeOf(known, late)).toBe('gap');
    expect(fold(known, [late])).toBe(known);
  });

  it('is null before a snapshot or the creation of the room', () => {
    expect(fold(null, EVENTS.slice(1))).toBeNull();
  });

  it.each<[Clock, Partial<Clocks>]>([
    [{ kind: 'delay', initial_ms: 60_000, delay_ms: 5000 }, { free_ms: 5000, shared: false }],
    [{ kind: 'per_game', limit_ms: 60_000 }, { free_ms: 0, shared: true }],
  ])('has clocks without times before a game', (clock, kind) => {
    const [creation] = EVENTS;
    if (creation?.kind !== 'created') throw new Error('a room begins with its creation');
    const { clocks } = after(null, { ...creation, clock }).reading;
    expect(clocks).toEqual({ remaining_ms: null, running: null, turn_began_at: null, first_move_by: null, ...kind });
  });
});

describe('an update without a sequence number', () => {
  it('changes only the presence and the claim times of players', () => {
    const state = withPresence(fromSnapshot(SNAPSHOT), [{ connected: false, claimable_at: 60_000_000 }, HERE]);
    expect(state.seats).toMatchObject([
      { player: BLACK, connected: false, claimable_at: 60_000_000 },
      { player: WHITE, connected: true, claimable_at: null },
    ]);
    expect(withPresence(state, [HERE, HERE])).toEqual(fromSnapshot(SNAPSHOT));
  });

  it('changes only the clocks', () => {
    const reading = { clocks: clocksOf([598_000, 595_000], 1, 11_000_000), at: 12_000_000 };
    expect(withClocks(fromSnapshot(SNAPSHOT), reading)).toEqual({ ...fromSnapshot(SNAPSHOT), reading });
  });
});

describe('events', () => {
  it('an offer lapses when the opponent moves, but not when its author moves', () => {
    const reply: EventKind = {
      kind: 'moved',
      seat: 1,
      ply: 2,
      move: 'g5f4',
      ejected: null,
      position: SNAPSHOT.position,
      captured: [0, 0],
      turn: 0,
      clocks: clocksOf([598_000, 599_000], 0),
      legal: [],
      time: null,
    };
    expect(fromSnapshot(SNAPSHOT).offers).toHaveLength(1);
    expect(continued(reply).offers).toEqual([]);
  });

  it('a declined offer is removed', () => {
    expect(continued({ kind: 'declined', seat: 1, what: 'draw' }).offers).toEqual([]);
  });

  it('a takeback removes the moves after its ply', () => {
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
    expect(state).toMatchObject({ moves: [], ledger: [], turn: 0, offers: [], position: `${START} b 0,0 0 0` });
  });

  it('a partial ledger belongs to the last moves until the whole ledger arrives', () => {
    const timing = (elapsed_ms: number): MoveTiming => ({ ...TIMING, elapsed_ms });
    const long = fromSnapshot({ ...SNAPSHOT, ply: 4, moves: ['a1b2', 'i5h5', 'd4c3', 'f5g5'], ledger: [timing(3), timing(4)] });
    const takenBack = { kind: 'taken_back' as const, ply: 3, position: `${START} b 0,0 0 0`, captured: [0, 0], turn: 0, clocks: SNAPSHOT.clocks };
    const shorter = after(long, { room: ROOM, seq: 7, at: 9, ...takenBack });
    expect(shorter).toMatchObject({ moves: ['a1b2', 'i5h5', 'd4c3'], ledger: [timing(3)] });
    expect(withWholeLedger(shorter, [1, 2, 3].map(timing)).ledger).toEqual([1, 2, 3].map(timing));
    expect(withWholeLedger(shorter, [timing(1)]).ledger).toEqual([timing(3)]);
    expect(withWholeLedger(fromSnapshot(SNAPSHOT), []).ledger).toEqual([TIMING]);
  });

  it('a rematch clears the data of the previous game', () => {
    const result = { winners: [0], reason: 'resignation' as const, score: [2, 3] };
    const state = continued(
      { kind: 'finished', result, game: 'g1', clocks: SNAPSHOT.clocks },
      { kind: 'offered', seat: 1, what: 'rematch' },
      {
        kind: 'started',
        game: 'g2',
        players: [WHITE, BLACK],
        position: `${START} b 0,0 0 0`,
        turn: 0,
        clocks: SNAPSHOT.clocks,
        legal: ['c3d3'],
      },
    );
    expect(state).toMatchObject({ game: 'g2', moves: [], ledger: [], captured: [0, 0], offers: [], result: null, status: 'playing' });
    expect(state.seats).toEqual([
      { seat: 0, color: 'black', team: 0, player: WHITE, rating: null, ...PLAYING, ...HERE },
      { seat: 1, color: 'white', team: 1, player: BLACK, rating: null, ...PLAYING, ...HERE },
    ]);
  });

  it('a rematch keeps the presence of each player, and lets eliminated players play again', () => {
    const result = { winners: [0], reason: 'resignation' as const, score: [2, 3] };
    const over = continued(
      { kind: 'eliminated', seat: 1, reason: 'resignation', position: SNAPSHOT.position, turn: 0, clocks: SNAPSHOT.clocks },
      { kind: 'finished', result, game: 'g1', clocks: SNAPSHOT.clocks },
    );
    expect(over.seats.map(({ out }) => out)).toEqual([false, true]);
    const state = after(withPresence(over, [HERE, AWAY]), {
      ...{ room: ROOM, seq: over.seq + 1, at: 10_000_000, kind: 'started', game: 'g2', players: [WHITE, BLACK] },
      ...{ position: `${START} b 0,0 0 0`, turn: 0, clocks: SNAPSHOT.clocks },
    });
    expect(state.seats).toMatchObject([
      { player: WHITE, connected: false, out: false },
      { player: BLACK, connected: true, out: false },
    ]);
  });

  it('the end of a game clears the turn and the offers', () => {
    const result = { winners: [0], reason: 'resignation' as const, score: [0, 0] };
    const clocks = clocksOf([598_000, 590_000], null);
    const state = continued({ kind: 'finished', result, game: 'g1', clocks });
    expect(state).toMatchObject({ status: 'finished', result, turn: null, offers: [], game: 'g1' });
    expect(state.reading.clocks).toEqual(clocks);
  });

  it('a player who leaves frees the seat', () => {
    const state = continued({ kind: 'left', seat: 1, status: 'waiting' });
    expect(state.seats[1]).toMatchObject({ player: null, connected: false });
    expect(state.status).toBe('waiting');
  });

  it('a new player in a seat is not ready, even if the previous player was', () => {
    const left: EventKind[] = [
      { kind: 'ready', seat: 1, ready: true },
      { kind: 'left', seat: 1, status: 'closed' },
    ];
    expect(continued(...left).seats[1]).toMatchObject({ player: null, ready: false });
    const state = continued(...left, { kind: 'seated', seat: 1, player: BLACK });
    expect(state.seats[1]).toMatchObject({ player: BLACK, connected: false, ready: false });
    expect(state.status).toBe('waiting');
  });

  it('an event of an unknown kind changes only the sequence number', () => {
    const unknown = { kind: 'fireworks' } as unknown as EventKind;
    expect(continued(unknown)).toEqual({ ...fromSnapshot(SNAPSHOT), seq: 7 });
  });
});
