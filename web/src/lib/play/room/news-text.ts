import { t } from '$lib/base/i18n/i18n.svelte';
import { playerText } from '$lib/base/i18n/words';

import type { News } from './news';
import type { RoomState } from './state';

/** @param own the user's seat */
export function newsText({ kind, what, seat }: News, { seats }: RoomState, own: number | null): string {
  const declined = kind === 'declined';
  if (seat === own) return declined ? t(`declinedByYou.${what}`) : t(`withdrawnByYou.${what}`);
  const name = playerText(seats[seat]?.player ?? null);
  return declined ? t(`declined.${what}`, { name }) : t(`withdrawn.${what}`, { name });
}
