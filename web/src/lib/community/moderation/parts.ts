import { addressWith } from '$lib/base/router/address';
import { paths } from '$lib/base/router/routes';

/** The parts of the moderators' page. */
export const PARTS = ['reports', 'appeals', 'signals', 'players', 'sanctions', 'tools', 'log'] as const;

export type Part = (typeof PARTS)[number];

/** The address of a part of the moderators' page. */
export function partPath(part: Part): string {
  return addressWith(paths.moderation, { part });
}

/** The address of the record of a user. */
export function recordPath(player: string): string {
  return addressWith(paths.moderation, { part: 'players', player });
}
