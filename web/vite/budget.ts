import { gzipSync } from 'node:zlib';

import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const PAGE = /\/src\/pages\/(\w+)\.svelte$/;
/** The file of a language has the `main` catalogue, others have a separate catalogue. */
const MESSAGES = /virtual:messages\/(?:(\w+)-)?\w\w$/;

/** Size limits of a page. */
export interface Most {
  /** In bytes, gzipped. */
  readonly bytes: number;
  /** The catalogues of messages that it awaits before it is shown, in addition to every page's catalogues. */
  readonly words?: readonly string[];
}

/**
 * How much JavaScript each page needs before it can be used, gzipped, in bytes, with the messages of the language that has the longest.
 *
 * @param words the additional catalogues of a page
 */
export function sizesOf(bundle: Bundle, words: (page: string) => readonly string[]): Map<string, number> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const sizes = new Map(chunks.map((chunk) => [chunk.fileName, gzipSync(chunk.code, { level: 9 }).length]));
  const sizeOf = ({ fileName }: Chunk): number => sizes.get(fileName) ?? 0;
  const needed = (chunk: Chunk, known: Set<Chunk>): Set<Chunk> => {
    if (known.has(chunk)) return known;
    known.add(chunk);
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported !== undefined) needed(imported, known);
    }
    return known;
  };
  const start = chunks.find(({ isEntry, name }) => isEntry && name === 'index');
  const longest = (catalogue: string): Chunk => {
    const languages = chunks.filter(({ facadeModuleId }) => {
      const messages = MESSAGES.exec(facadeModuleId ?? '');
      return messages !== null && (messages[1] ?? 'main') === catalogue;
    });
    const [first] = languages.sort((a, b) => sizeOf(b) - sizeOf(a));
    if (first === undefined) throw new Error(`there are no messages ${catalogue} of which to know the size`);
    return first;
  };
  const pages = chunks.flatMap((chunk) => {
    const page = PAGE.exec(chunk.facadeModuleId ?? '')?.[1];
    return page === undefined ? [] : [{ page, chunk }];
  });
  return new Map(
    pages.map(({ page, chunk }) => {
      const all = new Set<Chunk>();
      const messages = ['main', ...words(page)].map(longest);
      for (const first of [start, chunk, ...messages]) if (first !== undefined) needed(first, all);
      return [page, [...all].reduce((sum, each) => sum + sizeOf(each), 0)];
    }),
  );
}

/**
 * Fails the build when a page needs more JavaScript than it may, and prints the size of each.
 *
 * @param most by the name of the page's file
 */
export function budget(most: Readonly<Record<string, Most>>): Plugin {
  return {
    name: 'budget',
    apply: 'build',
    writeBundle(_, bundle) {
      const sizes = [...sizesOf(bundle, (page) => most[page]?.words ?? [])].sort(([a], [b]) => a.localeCompare(b));
      const text = sizes.map(([page, bytes]) => `${page} ${(bytes / 1000).toFixed(1)} kB`).join(', ');
      this.info(`JavaScript by page, gzipped, with the longest language: ${text}`);
      for (const [page, { bytes }] of Object.entries(most)) {
        const size = sizes.find(([name]) => name === page)?.[1];
        if (size === undefined) this.error(`there is no page ${page} of which to know the size`);
        else if (size > bytes) this.error(`${page} needs ${size} bytes of JavaScript (gzipped), of ${bytes} that it may`);
      }
    },
  };
}
