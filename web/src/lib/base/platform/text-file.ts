/** The text of a file that the user has chosen. */
export interface TextFile {
  readonly text: string;
  /** The encoding that was assumed because the text is not Unicode; `null` for Unicode. */
  readonly encoding: string | null;
}

/** Letters of Polish in windows-1250 that are symbols in windows-1252: Ą, ą, Ł, ł, ź, Ź, Ż, ż. */
const POLISH: readonly number[] = [0xa5, 0xb9, 0xa3, 0xb3, 0x9f, 0x8f, 0xaf, 0xbf];

/**
 * Reads a text file. Programs on Windows still write the encoding of their language, without a mark: a file that is not UTF-8 is read as
 * windows-1250 on the Polish page or if it has Polish letters inside of words, and otherwise as windows-1252.
 *
 * @param maxBytes the rest of a longer file is not read
 */
export async function readTextFile(file: Blob, maxBytes: number, language: string): Promise<TextFile> {
  const bytes = new Uint8Array(await file.slice(0, maxBytes).arrayBuffer());
  for (const [mark, encoding] of [
    [[0xff, 0xfe], 'utf-16le'],
    [[0xfe, 0xff], 'utf-16be'],
  ] as const) {
    if (bytes[0] === mark[0] && bytes[1] === mark[1]) return { text: new TextDecoder(encoding).decode(bytes), encoding: null };
  }
  try {
    // The end of the part that is read can cut a letter.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: file.size > maxBytes }), encoding: null };
  } catch {
    const encoding = language === 'pl' || hasPolishWords(bytes) ? 'windows-1250' : 'windows-1252';
    return { text: new TextDecoder(encoding).decode(bytes), encoding };
  }
}

function hasPolishWords(bytes: Uint8Array): boolean {
  return bytes.some((byte, at) => POLISH.includes(byte) && (isLetter(bytes[at - 1]) || isLetter(bytes[at + 1])));
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && /[A-Za-z]/.test(String.fromCharCode(byte));
}
