import { describe, expect, it } from 'vitest';

import { readTextFile } from './text-file';

const MAX = 1_000;

describe('a text file', () => {
  it('is read as Unicode', async () => {
    const utf8 = new TextEncoder().encode('Müller');
    expect(await readTextFile(new Blob([utf8]), MAX, 'de')).toEqual({ text: 'Müller', encoding: null });
    expect(await readTextFile(new Blob(['\u{feff}', utf8]), MAX, 'de')).toEqual({ text: 'Müller', encoding: null });
    const utf16 = new Uint8Array([0xff, 0xfe, 0x4d, 0, 0xfc, 0]);
    expect(await readTextFile(new Blob([utf16]), MAX, 'de')).toEqual({ text: 'Mü', encoding: null });
  });

  it('that is not Unicode is read in the encoding of the language', async () => {
    const german = new Uint8Array([0x4d, 0xfc, 0x6c]);
    expect(await readTextFile(new Blob([german]), MAX, 'de')).toEqual({ text: 'Mül', encoding: 'windows-1252' });
    const polish = new Uint8Array([0xaf, 0xf3, 0xb3, 0x77]);
    expect(await readTextFile(new Blob([polish]), MAX, 'pl')).toEqual({ text: 'Żółw', encoding: 'windows-1250' });
    expect(await readTextFile(new Blob([polish]), MAX, 'en')).toEqual({ text: 'Żółw', encoding: 'windows-1250' });
  });

  it('can be cut inside a letter', async () => {
    expect(await readTextFile(new Blob(['aü']), 2, 'de')).toEqual({ text: 'a', encoding: null });
  });
});
