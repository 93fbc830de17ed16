import { describe, expect, it } from 'vitest';

import { keyId, open, readKey } from './note';

/** The example of the documentation of Go's `golang.org/x/mod/sumdb/note`, with which `crates/receipts` is tested, too. */
const KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const NOTE = `${TEXT}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

const key = readKey(KEY);
if (key === null) throw new Error('the key is not read');

describe('a signed text', () => {
  it('is opened with its key', () => {
    expect(open(utf8(NOTE), [key])).toEqual({ text: TEXT, key });
    expect([key.name, keyId(key)]).toEqual(['PeterNeumann', 'c74f20a3']);
    expect(open(utf8(NOTE), [])).toBe('unknownKey');
  });

  it('is refused if any bit was changed', () => {
    const bytes = utf8(NOTE);
    for (let place = 0; place < bytes.length; place += 1) {
      const changed = bytes.slice();
      changed[place] = (changed[place] ?? 0) ^ (1 << (place % 8));
      expect(typeof open(changed, [key]), `byte ${place}`).toBe('string');
    }
  });

  it('is refused with more or less around it', () => {
    for (const text of [`${NOTE}\n`, `\uFEFF${NOTE}`, NOTE.slice(0, -1), NOTE.replaceAll('\n', '\r\n'), NOTE.replace('=\n', '\n'), '', '\n\n']) {
      expect(typeof open(utf8(text), [key]), text).toBe('string');
    }
  });
});

describe('a key', () => {
  it('must belong to its hash and have a type that is known', () => {
    const wrong = [KEY.replace('Peter', 'Petra'), KEY.replace('c74f', 'c74e'), KEY.replace('+AR', '+BR'), `${KEY}A`, 'PeterNeumann', ''];
    expect(wrong.map(readKey)).toEqual(wrong.map(() => null));
  });
});
