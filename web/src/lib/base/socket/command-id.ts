const BYTES = 16;

/** An id that no other command of any client has. Made with functions that browsers have even without HTTPS. */
export function commandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
