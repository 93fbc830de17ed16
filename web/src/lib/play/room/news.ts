import type { Event, Offer, Reason } from '$lib/base/protocol/types';

import { concerns, offerOf } from './offers';
import type { RoomState } from './state';

/** An offer that ended without effect: declined by a player, or withdrawn by the player who made it. */
export interface News {
  readonly kind: 'declined' | 'withdrawn';
  readonly what: Offer;
  /** The seat of the player who declined or withdrew it. */
  readonly seat: number;
  /** The plies that had been played. */
  readonly ply: number;
}

/** The seats that are out of the game, with the reason if this page received the event. */
export type Eliminations = Readonly<Record<number, Reason>>;

/**
 * News after an event. It is shown for as long as a player needs to read it: until the second move, or until something
 * else is offered or happens to the game.
 *
 * @param before the room as it was before the event
 */
export function newsAfter(news: News | null, before: RoomState | null, event: Event): News | null {
  switch (event.kind) {
    case 'declined': {
      const { what, seat } = event;
      const offer = before === null ? undefined : offerOf(before.offers, what);
      const kind = offer?.by === seat ? 'withdrawn' : 'declined';
      return { kind, what, seat, ply: before?.moves.length ?? 0 };
    }
    case 'moved':
      return news !== null && event.ply > news.ply + 1 ? null : news;
    case 'offered':
    case 'taken_back':
    case 'eliminated':
    case 'started':
    case 'finished':
      return null;
    default:
      return news;
  }
}

/** Whether the event concerns this player: partners keep their consent to resign to themselves. */
export function isFor({ what, seat: by }: News, { seats }: RoomState, seat: number | null): boolean {
  if (what !== 'resignation') return true;
  return seat !== null && concerns({ what, by, agreed: [] }, seats, seat);
}

export function eliminationsAfter(known: Eliminations, event: Event): Eliminations {
  if (event.kind === 'started') return {};
  return event.kind === 'eliminated' ? { ...known, [event.seat]: event.reason } : known;
}
