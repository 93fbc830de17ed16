import { receiptKeys } from '$lib/base/api/receipts';
import { read, write } from '$lib/base/platform/storage';

import { readKey, type PublicKey } from './note';

/** Where this browser remembers the keys of the server. */
const STORED = 'receipt-keys';

/**
 * The keys of the server. Without a connection, those that this browser has seen before; none if it has seen none.
 *
 * Keys that a browser has seen stay known: a server that withdraws a key cannot make its receipts unknown again.
 */
export async function knownKeys(): Promise<readonly PublicKey[]> {
  const seen = (read('local', STORED) ?? '').split('\n').filter((key) => key !== '');
  const listed = await receiptKeys().then(({ keys }) => keys.map(({ key }) => key), () => []);
  const all = [...new Set([...seen, ...listed])];
  write('local', STORED, all.join('\n'));
  return all.map(readKey).filter((key) => key !== null);
}
