/**
 * Signed texts and keys in the formats of C2SP's signed-note: https://c2sp.org/signed-note.
 * `crates/receipts` has the same for the server.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** The type of Ed25519 keys in the format. */
const ED25519 = 1;
const KEY_BYTES = 32;
const ID_BYTES = 4;
const SIGNATURE_BYTES = 64;

/** Starts the line of a signature. */
const MARK = '— ';

export interface PublicKey {
  /** The name of its server. */
  readonly name: string;
  readonly id: Uint8Array;
  readonly key: Uint8Array;
}

/** The reason why a note proves nothing: it has another form, no known key has signed it, or it was changed. */
export type NoteFault = 'form' | 'unknownKey' | 'signature';

/** A signed text, and the key that has signed it. */
export interface Opened {
  readonly text: string;
  readonly key: PublicKey;
}

/** @param text `NAME+HASH+KEY` @returns `null` if it is not a key */
export function readKey(text: string): PublicKey | null {
  const [, name = '', hash = '', encoded = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = base64(encoded);
  if (bytes?.length !== 1 + KEY_BYTES || bytes[0] !== ED25519) return null;
  const id = sha256(Uint8Array.from([...utf8(`${name}\n`), ...bytes])).slice(0, ID_BYTES);
  return hex(id) === hash ? { name, id, key: bytes.slice(1) } : null;
}

/** A note has exactly one form: if any byte was changed, added or removed, it is refused. */
export function open(note: Uint8Array, keys: readonly PublicKey[]): Opened | NoteFault {
  let all: string;
  try {
    all = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(note);
  } catch {
    return 'form';
  }
  const end = all.lastIndexOf('\n\n');
  const line = all.slice(end + 2);
  if (end < 0 || !line.startsWith(MARK) || line.indexOf('\n') !== line.length - 1) return 'form';
  const text = all.slice(0, end + 1);
  const [name, encoded = ''] = line.slice(MARK.length, -1).split(/ (.*)/s);
  const bytes = base64(encoded);
  if (bytes?.length !== ID_BYTES + SIGNATURE_BYTES) return 'form';
  const id = hex(bytes.slice(0, ID_BYTES));
  const key = keys.find((known) => known.name === name && hex(known.id) === id);
  if (key === undefined) return 'unknownKey';
  return isSignature(bytes.slice(ID_BYTES), utf8(text), key.key) ? { text, key } : 'signature';
}

function isSignature(signature: Uint8Array, text: Uint8Array, key: Uint8Array): boolean {
  try {
    // As RFC 8032 says, and as the server checks.
    return ed25519.verify(signature, text, key, { zip215: false });
  } catch {
    return false;
  }
}

/** The id of a key, as in its text. */
export function keyId({ id }: PublicKey): string {
  return hex(id);
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @returns `null` if the text is not the one way in which Base64 writes these bytes */
function base64(text: string): Uint8Array | null {
  try {
    const binary = atob(text);
    return btoa(binary) === text ? Uint8Array.from(binary, (char) => char.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}
