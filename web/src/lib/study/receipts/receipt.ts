import type { GameReceipt, TournamentReceipt } from '$lib/base/protocol/types';

import { open, type NoteFault, type PublicKey } from './note';

/** The first lines of receipts. */
const GAME = 'sumito game receipt 1';
const TOURNAMENT = 'sumito tournament receipt 1';

/** The contents of a genuine receipt, and the key that has signed it. */
export type Genuine = { readonly key: PublicKey } & (
  | { readonly kind: 'game'; readonly game: GameReceipt }
  | { readonly kind: 'tournament'; readonly tournament: TournamentReceipt }
);

/** Checks the signature of a receipt. */
export function checkReceipt(note: Uint8Array, keys: readonly PublicKey[]): Genuine | NoteFault {
  const opened = open(note, keys);
  if (typeof opened === 'string') return opened;
  const { text, key } = opened;
  const [title, json = ''] = text.split('\n');
  if (title === GAME) return { kind: 'game', game: JSON.parse(json) as GameReceipt, key };
  return title === TOURNAMENT ? { kind: 'tournament', tournament: JSON.parse(json) as TournamentReceipt, key } : 'form';
}
