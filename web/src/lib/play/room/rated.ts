import type { RatingChange, Seat } from '$lib/base/protocol/types';

/** Rating changes by the room's last game, by seat; `null` unless they are known for all seats. */
export function changesOf(seats: readonly Seat[]): readonly RatingChange[] | null {
  const changes = seats.flatMap(({ rating }) =>
    rating?.change === undefined ? [] : [{ before: rating.rating - rating.change, after: rating.rating }],
  );
  return changes.length === seats.length ? changes : null;
}
