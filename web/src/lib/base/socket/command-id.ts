const BYTES = 16;

/** An id that no other command has, of this or any other client. Made of what browsers have without HTTPS, too. */
export function commandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
