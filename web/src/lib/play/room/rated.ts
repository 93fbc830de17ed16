import type { RatingChange, Seat } from '$lib/base/protocol/types';

/** What the room's last game has changed of the players' ratings, by seat; `null` unless that is known of all. */
export function changesOf(seats: readonly Seat[]): readonly RatingChange[] | null {
  const changes = seats.flatMap(({ rating }) =>
    rating?.change === undefined ? [] : [{ before: rating.rating - rating.change, after: rating.rating }],
  );
  return changes.length === seats.length ? changes : null;
}
