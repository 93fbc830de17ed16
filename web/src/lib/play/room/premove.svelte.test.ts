import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Color, Command, Event, EventKind, Mode, Snapshot } from '$lib/base/protocol/types';
import { colorsOf, sideOf } from '$lib/game/rules/mode';
import type { Move } from '$lib/game/rules/move';
import { moveText, readMove } from '$lib/game/rules/notation';
import { isIllegal } from '$lib/game/rules/illegal';
import { play } from '$lib/game/rules/play';
import { positionText, startOf } from '$lib/game/rules/position-text';
import type { Position } from '$lib/game/rules/position';
import type { Session } from '$lib/base/session/session.svelte';
import { settings } from '$lib/base/settings/settings.svelte';

import { RoomGame } from './room-game.svelte';
import { Room } from './room.svelte';

const FACING = '5/6/7/8/bbb1ww3/8/7/6/5';
const ROWS = 'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb';
const THREE = 'ww1rr/ww2rr/ww3rr/ww4rr/ww5rr/w6r/7/bbbbbb/bbbbb';
const NOW = 1_000_000_000;
const CLOCKS = { remaining_ms: null, running: null, turn_began_at: null, free_ms: 0, shared: false, first_move_by: null };

vi.mock('$lib/base/api/api', () => ({
  layouts: () => Promise.resolve([ROWS, THREE, FACING].map((rows) => ({ name: rows, rows }))),
}));

let sent: Command[];
let room: Room;
let game: RoomGame;
let end: () => void;
let position: Position;
let moves: string[];
let seq: number;

/** Starts a game in which the user plays White. */
async function begin(mode: Mode, rows: string): Promise<void> {
  sent = [];
  moves = [];
  seq = 1;
  position = startOf(mode, rows);
  const request = (command: Command): Promise<never> => {
    sent.push(command);
    return new Promise(() => undefined);
  };
  const connection = { time: { now: () => NOW }, follow: vi.fn() };
  room = new Room('r1', { user: { id: 'seat1' }, connection, request } as unknown as Session, vi.fn());
  room.snapshot({
    ...{ room: 'r1', seq, at: NOW, mode, layout: rows, clock: { kind: 'none' }, rated: false, visibility: 'public', lobby: 'main' },
    ...{ ready: false, spectator_delay_s: 0, ledger: [], status: 'playing', game: 'g1', position: positionText(position) },
    ...{ turn: 0, ply: 0, captured: position.captured, moves: [], clocks: CLOCKS, offers: [], legal: [], result: null },
    seats: colorsOf(mode).map((color, seat) => ({
      ...{ seat, color, team: sideOf(mode, seat), player: { id: `seat${seat}`, name: color, guest: true } },
      ...{ rating: null, connected: true, ready: false, out: false, claimable_at: null },
    })),
  } as unknown as Snapshot);
  end = $effect.root(() => {
    game = new RoomGame(room, () => {
      if (room.state === null) throw new Error('the room has had a snapshot');
      return room.state;
    });
  });
  await vi.waitFor(() => expect(room.start).not.toBeNull());
  flushSync();
}

/** Makes a move for the player to move. */
function others(text: string): void {
  const seat = turnOf(position.turn);
  position = play(position, legal(text));
  moves.push(text);
  const moved = { ply: moves.length, move: text, ejected: null, position: positionText(position), captured: position.captured };
  receive({ kind: 'moved', seat, ...moved, turn: turnOf(position.turn), clocks: CLOCKS, legal: [], time: null } as unknown as EventKind);
}

function legal(text: string, from = position): Move {
  const move = readMove(from, text);
  if (isIllegal(move)) throw new Error(`${text} is ${move.reason}`);
  return move;
}

function turnOf(color: Color): number {
  return colorsOf(position.mode).indexOf(color);
}

function receive(kind: EventKind): void {
  seq += 1;
  room.event({ room: 'r1', seq, at: NOW, ...kind } as Event);
  flushSync();
}

function enter(text: string): void {
  const move = game.legal.find((each) => moveText(each) === text);
  if (move === undefined) throw new Error(`${text} cannot be entered`);
  game.play(move);
  flushSync();
}

function played(): string[] {
  return sent.flatMap((command) => (command.type === 'play' ? [command.move] : []));
}

afterEach(() => {
  end();
  settings.set('premoves', 'on');
});

describe('a premove', () => {
  beforeEach(() => begin('two', ROWS));

  it('moves the user’s own marbles, and is not sent yet', () => {
    expect(game.turn).toBe(0);
    expect(game.entry).toMatchObject({ kind: 'premove', position: { turn: 'white' } });
    enter('g5f5');
    expect(game.premove && moveText(game.premove)).toBe('g5f5');
    expect(played()).toEqual([]);
  });

  it('is played when the user’s turn comes', () => {
    enter('g5f5');
    others('c3d4');
    expect(played()).toEqual(['g5f5']);
    expect(game.premove).toBeNull();
    expect(room.moves).toEqual(['c3d4', 'g5f5']);
  });

  it('replaces an earlier premove', () => {
    enter('g5f5');
    enter('g6f5');
    others('c3d4');
    expect(played()).toEqual(['g6f5']);
  });

  it('is not played if the user cancels it', () => {
    enter('g5f5');
    game.cancelPremove();
    others('c3d4');
    expect(played()).toEqual([]);
  });

  it('is dropped after a takeback', () => {
    others('c3d4');
    others('g6f6');
    enter('i5h5');
    const start = { position: positionText(play(startOf('two', ROWS), legal('c3d4', startOf('two', ROWS)))), captured: [0, 0] };
    receive({ kind: 'taken_back', ply: 1, ...start, turn: 1, clocks: CLOCKS, legal: [] });
    expect(game.entry?.kind).toBe('move');
    expect(game.premove).toBeNull();
    expect(played()).toEqual([]);
  });

  it('is dropped at the end of the game', () => {
    enter('g5f5');
    receive({ kind: 'finished', result: { winners: [1], reason: 'time', score: [0, 0] }, game: 'g1', clocks: CLOCKS });
    expect(game.premove).toBeNull();
    expect(game.entry).toBeNull();
  });

  it('cannot be entered in a past position, or if premoves are off', () => {
    others('c3d4');
    others('g6f6');
    expect(game.entry?.kind).toBe('premove');
    game.review.go(0);
    expect(game.entry).toBeNull();
    expect(game.legal).toEqual([]);
    game.review.go(game.review.last);
    enter('i5h5');
    settings.set('premoves', 'off');
    flushSync();
    expect(game.entry).toBeNull();
    expect(game.premove).toBeNull();
  });
});

describe('a premove that has become illegal', () => {
  beforeEach(() => begin('two', FACING));

  it('is dropped, and its reason is shown until the user enters another move', () => {
    enter('e6e5');
    others('e1e2');
    expect(played()).toEqual([]);
    expect(game.premove).toBeNull();
    expect(game.dropped).toMatchObject({ why: 'outnumbered' });
    enter('e6f6');
    expect(game.dropped).toBeNull();
    expect(played()).toEqual(['e6f6']);
  });
});

describe('a premove among three players', () => {
  beforeEach(() => begin('three', THREE));

  it('waits until both opponents have moved', () => {
    enter('g4g5');
    others('b1c2');
    expect(played()).toEqual(['g4g5']);
    others('g4g5');
    enter('f3f4');
    others('g8g7');
    expect(played()).toEqual(['g4g5']);
    others('b2c3');
    expect(played()).toEqual(['g4g5', 'f3f4']);
  });
});
