import { firstPosition } from '$lib/game/table/first-position';
import { Line } from '$lib/game/table/line';
import type { GameReceipt, TournamentReceipt } from '$lib/base/protocol/types';
import { readPosition } from '$lib/game/rules/position-text';

import { open, type NoteFault, type PublicKey } from './note';

/** The first lines of receipts. */
const GAME = 'sumito game receipt 1';
const TOURNAMENT = 'sumito tournament receipt 1';

/** What a genuine receipt says, and the key that has signed it. */
export type Genuine = { readonly key: PublicKey } & (
  | { readonly kind: 'game'; readonly game: GameReceipt }
  | { readonly kind: 'tournament'; readonly tournament: TournamentReceipt }
);

/** The reason why a receipt proves nothing. `moves`: it is signed, but its moves do not lead to its result. */
export type ReceiptFault = NoteFault | 'moves';

/** Checks the signature of a receipt, and whether the moves of a game lead to its final position. */
export async function checkReceipt(note: Uint8Array, keys: readonly PublicKey[]): Promise<Genuine | ReceiptFault> {
  const opened = open(note, keys);
  if (typeof opened === 'string') return opened;
  const { text, key } = opened;
  const [title, json = ''] = text.split('\n');
  if (title === TOURNAMENT) return { kind: 'tournament', tournament: JSON.parse(json) as TournamentReceipt, key };
  if (title !== GAME) return 'form';
  const game = JSON.parse(json) as GameReceipt;
  return (await isPlayable(game)) ? { kind: 'game', game, key } : 'moves';
}

async function isPlayable(game: GameReceipt): Promise<boolean> {
  const { mode, moves, final_position: position } = game;
  const line = new Line(await firstPosition(game), moves, { ply: moves.length, position: readPosition(mode, position) });
  return moves.length === 0 || line.move(moves.length) !== null;
}
