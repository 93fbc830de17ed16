import type { ReceiptKeys } from '$lib/base/protocol/types';
import { PATIENCE_MS, reached, refusalOf } from './ask';

/** The address of a receipt. */
function receiptAddress(kind: 'game' | 'tournament', id: string): string {
  return `/api/v1/${kind}s/${encodeURIComponent(id)}/receipt`;
}

/** A receipt, byte by byte as the server has signed it. Rejects with a `Failure`. */
export async function receipt(kind: 'game' | 'tournament', id: string): Promise<Uint8Array> {
  const response = await answered(receiptAddress(kind, id));
  return new Uint8Array(await reached(response.arrayBuffer()));
}

/** The keys with which the server signs receipts. Rejects with a `Failure`. */
export async function receiptKeys(): Promise<ReceiptKeys> {
  const response = await answered('/.well-known/sumito-receipt-keys');
  return reached(response.json() as Promise<ReceiptKeys>);
}

async function answered(address: string): Promise<Response> {
  const response = await reached(fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) }));
  if (!response.ok) throw await refusalOf(response);
  return response;
}
