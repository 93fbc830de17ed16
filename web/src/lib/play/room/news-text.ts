import { play } from '$lib/base/i18n/play';
import { playerText } from '$lib/base/i18n/words';

import type { News } from './news';
import type { RoomState } from './state';

/** @param own the user's seat */
export function newsText({ kind, what, seat }: News, { seats }: RoomState, own: number | null): string {
  const declined = kind === 'declined';
  if (seat === own) return declined ? play.t(`declinedByYou.${what}`) : play.t(`withdrawnByYou.${what}`);
  const name = playerText(seats[seat]?.player ?? null);
  return declined ? play.t(`declined.${what}`, { name }) : play.t(`withdrawn.${what}`, { name });
}
