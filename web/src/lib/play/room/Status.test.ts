import { cleanup, render, screen } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { ROOM_STATE } from '../../../test/room-state';
import { afterEach, describe, expect, it } from 'vitest';
import { Line } from '$lib/game/table/line';
import { Review } from '$lib/game/table/review.svelte';
import type { User } from '$lib/base/protocol/types';
import { startOf } from '$lib/game/rules/position-text';
import type { News } from './news';
import type { Room } from './room.svelte';
import type { RoomState } from './state';
import * as extras from './lazy';
import Status from './Status.svelte';

const LINE = Line.from(startOf('two', 'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb'), ['a1b2', 'i5h5', 'b2c3']);

afterEach(cleanup);

interface Shown {
  readonly ownSeat?: number | null;
  readonly yourTurn?: boolean;
  readonly news?: News | null;
  readonly state?: Partial<RoomState>;
}

/** Renders the status and returns its review. */
function show({ ownSeat = null, yourTurn = false, news = null, state = {} }: Shown): Review {
  const review = new Review(() => LINE);
  review.follow(3, false);
  const room = { ownSeat, yourTurn, news } as Room;
  render(Status, { room, state: { ...ROOM_STATE, ...state }, review, extras });
  return review;
}

function player(name: string): User {
  return { id: name, name, guest: true };
}

const SEATS = ROOM_STATE.seats.map((seat, index) => ({ ...seat, player: player(['Sly Stork', 'Quiet Fox'][index] ?? '') }));

describe('the status beside the board', () => {
  it('tells spectators that they are watching', () => {
    show({});
    expect(screen.getByText('You’re watching')).toBeTruthy();
  });

  it('shows spectators their delay', () => {
    show({ state: { spectator_delay_s: 180 } });
    expect(screen.getByText('You’re watching, 3 minutes behind live')).toBeTruthy();
  });

  it('does not show a player the text for spectators', () => {
    show({ ownSeat: 1, state: { spectator_delay_s: 180 } });
    expect(screen.queryByText(/watching/)).toBeNull();
  });

  it('shows the player to move by name between two players, and by colour among more', () => {
    const seats = SEATS.map((seat) => ({ ...seat, player: { ...player('Computer'), computer: 2 } }));
    show({ state: { seats, turn: 1 } });
    expect(screen.getByText('Computer level 2 to move')).toBeTruthy();
    cleanup();
    show({ state: { seats, turn: 1, mode: 'three' } });
    expect(screen.getByText('White to move')).toBeTruthy();
  });

  it('shows the reviewed ply, and has a button that returns to the game', async () => {
    const review = show({ ownSeat: 0, yourTurn: true });
    expect(screen.queryByRole('button', { name: 'To the newest move' })).toBeNull();
    review.go(2);
    expect(await screen.findByText('viewing move 2 of 3')).toBeTruthy();
    expect(screen.getByText('Your turn')).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: 'To the newest move' }));
    expect(review.live).toBe(true);
    expect(screen.queryByText(/viewing move/)).toBeNull();
  });

  it('reports a declined offer to both sides', () => {
    const news: News = { kind: 'declined', what: 'draw', seat: 0, ply: 3 };
    show({ ownSeat: 1, news, state: { seats: SEATS } });
    expect(screen.getByText('Sly Stork declined the draw').getAttribute('role')).toBe('status');
    cleanup();
    show({ ownSeat: 0, news, state: { seats: SEATS } });
    expect(screen.getByText('You declined the draw')).toBeTruthy();
  });

  it('reports a withdrawn offer, and hides resignation offers from opponents', () => {
    show({ ownSeat: 1, news: { kind: 'withdrawn', what: 'takeback', seat: 0, ply: 3 }, state: { seats: SEATS } });
    expect(screen.getByText('Sly Stork cancelled the takeback request')).toBeTruthy();
    cleanup();
    show({ ownSeat: 1, news: { kind: 'withdrawn', what: 'resignation', seat: 0, ply: 3 }, state: { seats: SEATS } });
    expect(screen.queryByText(/Sly Stork no longer wants/)).toBeNull();
  });
});
