/** The text of a file that the user has chosen. */
export interface TextFile {
  readonly text: string;
  /** The encoding that was assumed because the text is not Unicode; `null` for Unicode. */
  readonly encoding: string | null;
}

/**
 * Reads a text file. Programs on Windows still write the encoding of their language, without a mark: a file that is not UTF-8 is read as
 * the encoding of the page's language.
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
    const encoding = language === 'pl' ? 'windows-1250' : 'windows-1252';
    return { text: new TextDecoder(encoding).decode(bytes), encoding };
  }
}
