/** A part of a line: plain text, or a link. */
export interface Span {
  readonly text: string;
  readonly href?: string;
}

/** A block of a text of the operator. */
export type Block =
  | { readonly kind: 'heading' | 'paragraph'; readonly spans: readonly Span[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Span[])[] };

/** Addresses of pages and of mailboxes. A full stop or a bracket at the end belongs to the sentence. */
const LINK = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

const HEADING = '# ';
const ITEM = '- ';

/**
 * The blocks of a text: an empty line separates paragraphs, `# ` starts a heading, `- ` an item of a list. Everything else stays
 * unchanged, so no text can become markup.
 */
export function blocksOf(text: string): readonly Block[] {
  return text.split(/\n\s*\n/).flatMap((part) => blocksOfPart(part.split('\n').map((line) => line.trim()).filter((line) => line !== '')));
}

function blocksOfPart(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let words: string[] = [];
  let items: string[] = [];
  const flush = (): void => {
    if (words.length > 0) blocks.push({ kind: 'paragraph', spans: spansOf(words.join('\n')) });
    if (items.length > 0) blocks.push({ kind: 'list', items: items.map(spansOf) });
    [words, items] = [[], []];
  };
  for (const line of lines) {
    if (line.startsWith(HEADING)) {
      flush();
      blocks.push({ kind: 'heading', spans: spansOf(line.slice(HEADING.length)) });
    } else if (line.startsWith(ITEM)) {
      if (words.length > 0) flush();
      items.push(line.slice(ITEM.length));
    } else {
      if (items.length > 0) flush();
      words.push(line);
    }
  }
  flush();
  return blocks;
}

function spansOf(text: string): readonly Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(LINK)) {
    if (index > end) spans.push({ text: text.slice(end, index) });
    spans.push({ text: found, href: found.startsWith('http') ? found : `mailto:${found}` });
    end = index + found.length;
  }
  if (end < text.length) spans.push({ text: text.slice(end) });
  return spans;
}
