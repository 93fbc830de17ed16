import { describe, expect, it, vi } from 'vitest';

import { Refusal } from '$lib/base/protocol/refusal';
import type { Clock, Command, ErrorCode, Mode, MyGame, Outcome, RoomSummary, Seek, User, Visibility } from '$lib/base/protocol/types';
import { emptySeats } from '$lib/play/room/seats';

import { quickStart } from './quick-start';
import { seekingFor, waitingFor } from './waiting-games';
import { USUAL_LAYOUTS } from './usual';

const BLITZ: Clock = { kind: 'fischer', initial_ms: 180_000, increment_ms: 2000 };
const SAME: Clock = { increment_ms: 2000, initial_ms: 180_000, kind: 'fischer' };
const GAME = { mode: 'two', clock: BLITZ } as const;

function waiting(id: string, by: string, change: Partial<RoomSummary> = {}): RoomSummary {
  const mode: Mode = change.mode ?? 'two';
  const seats = emptySeats(mode).map((seat) => (seat.seat === 0 ? { ...seat, player: { id: by, name: by, guest: true } } : seat));
  const room = { room: id, mode, layout: USUAL_LAYOUTS[mode], clock: SAME, rated: false, status: 'waiting', created_at: 1 } as const;
  return { ...room, seats, ...change };
}

function own(id: string, visibility: Visibility): MyGame {
  const { seats, ...room } = waiting(id, 'me');
  const empty = { game: null, position: '', ply: 0, turn: null, your_turn: false, turn_ends_at: null, waits_for_you: false, result: null };
  return { ...room, ...empty, visibility, seat: 0, updated_at: 1, offers: [], seats: seats.map((seat) => ({ ...seat })) };
}

/** Returns a server that answers each command by its type, and refuses to join a room with the code in `refusals`. */
function server(refusals: Readonly<Record<string, ErrorCode>> = {}): (command: Command) => Promise<Outcome> {
  return (command) => {
    if (command.type === 'seek') return Promise.resolve({ seek: 'made' });
    if (command.type === 'create_room') return Promise.resolve({ room: 'made', seat: command.seat ?? 0 });
    const room = command.type === 'join' ? command.room : '';
    const code = refusals[room];
    return code === undefined ? Promise.resolve({ room, seat: 1, seq: 3 }) : Promise.reject(new Refusal(code, ''));
  };
}

describe('the quick start', () => {
  it('joins the room that has waited longest for exactly this game', async () => {
    const rooms = [waiting('young', 'a', { created_at: 5 }), waiting('old', 'b', { created_at: 2 })];
    expect(await quickStart(GAME, rooms, [], 'me', server(), 0)).toMatchObject({ room: 'old' });
  });

  it('skips rooms with another mode, layout or clock, full rooms, and rooms with a running game', () => {
    const rooms = [
      waiting('mode', 'a', { mode: 'three' }),
      waiting('layout', 'a', { layout: 'standard' }),
      waiting('clock', 'a', { clock: { kind: 'fischer', initial_ms: 180_000, increment_ms: 3000 } }),
      waiting('none', 'a', { clock: { kind: 'none' } }),
      waiting('playing', 'a', { status: 'playing' }),
      waiting('full', 'a', { seats: waiting('x', 'b').seats.map((seat) => ({ ...seat, player: { id: 'b', name: 'b', guest: true } })) }),
    ];
    expect(waitingFor(GAME, rooms, 'me')).toEqual([]);
  });

  it('skips rooms in which only bots and computers wait', async () => {
    const program = (id: string, player: Partial<User>): RoomSummary => {
      const [host, ...others] = waiting(id, id).seats;
      const seats = host === undefined ? [] : [{ ...host, player: { id, name: id, guest: true, ...player } }, ...others];
      return waiting(id, id, { seats });
    };
    const rooms = [program('bot', { bot: true }), program('computer', { computer: 3 })];
    expect(waitingFor(GAME, rooms, 'me')).toEqual([]);
    expect(await quickStart(GAME, rooms, [], 'me', server(), 0)).toMatchObject({ seek: 'made' });
    expect(waitingFor(GAME, [...rooms, program('person', {})], 'me').map(({ room }) => room)).toEqual(['person']);
  });

  it('creates a seek if no room waits, or a public room with a random seat if there is no clock', async () => {
    const request = vi.fn(server());
    expect(await quickStart(GAME, [], [], null, request, 0.6)).toEqual({ seek: 'made' });
    const slow = { mode: 'two', clock: { kind: 'none' } } as const;
    expect(await quickStart(slow, [], [], null, request, 0.6)).toMatchObject({ room: 'made' });
    expect(request.mock.calls).toEqual([
      [{ type: 'seek', mode: 'two', clock: BLITZ, layout: 'belgian_daisy' }],
      [{ type: 'create_room', mode: 'two', clock: { kind: 'none' }, layout: 'belgian_daisy', visibility: 'public', seat: 1 }],
    ]);
  });

  it('counts other users’ seeks for exactly this game', () => {
    const seek = (id: string, change: Partial<Seek> = {}): Seek => {
      const user = { id, name: id, guest: true };
      const game = { mode: 'two', layout: 'belgian_daisy', clock: SAME, rated: false } as const;
      return { id, user, rating: 1500, ...game, rating_range: {}, computers: null, since: 1, ...change };
    };
    const seeks = [seek('a'), seek('me'), seek('b', { rated: true }), seek('c', { mode: 'three' })];
    expect(seekingFor(GAME, seeks, 'me').map(({ id }) => id)).toEqual(['a']);
  });

  it('returns to the user’s own waiting room', async () => {
    const request = vi.fn(server());
    expect(await quickStart(GAME, [waiting('other', 'a')], [own('own', 'public')], 'me', request, 0)).toMatchObject({ room: 'own' });
    expect(request).not.toHaveBeenCalled();
    expect(await quickStart(GAME, [waiting('other', 'a')], [own('for a friend', 'private')], 'me', request, 0)).toMatchObject({ room: 'other' });
  });

  it('tries the next room if a room is no longer free, and finally creates a seek', async () => {
    const rooms = [waiting('one', 'a', { created_at: 1 }), waiting('two', 'b', { created_at: 2 })];
    expect(await quickStart(GAME, rooms, [], 'me', server({ one: 'room_full' }), 0)).toMatchObject({ room: 'two' });
    expect(await quickStart(GAME, rooms, [], 'me', server({ one: 'no_such_room', two: 'already_started' }), 0)).toMatchObject({ seek: 'made' });
  });

  it('opens a room in which the user already sits, and passes on other errors', async () => {
    expect(await quickStart(GAME, [waiting('one', 'a')], [], 'me', server({ one: 'already_seated' }), 0)).toMatchObject({ room: 'one' });
    await expect(quickStart(GAME, [waiting('one', 'a')], [], 'me', server({ one: 'unavailable' }), 0)).rejects.toThrow(Refusal);
  });

  it('joins a three-player room with a free seat', async () => {
    const rooms = [waiting('three', 'a', { mode: 'three' })];
    expect(await quickStart({ mode: 'three', clock: BLITZ }, rooms, [], 'me', server(), 0)).toMatchObject({ room: 'three' });
  });
});
