import { parse } from '@messageformat/parser';

type Token = ReturnType<typeof parse>[number];

/** The arguments of a message: `{ name: 'text', count: 'number', color: 'black|red|white|yellow' }`. The same in every language. */
export function argumentsOf(message: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const token of tokensOf(message)) if ('arg' in token) found[token.arg] = kindOf(token);
  return found;
}

/** The cases of each plural in a message. */
export function pluralsOf(message: string): string[][] {
  return tokensOf(message).flatMap((token) => (token.type === 'plural' ? [token.cases.map(({ key }) => key)] : []));
}

/** The words right behind a number in a message that are not one of its plural forms. */
export function countedOf(message: string): string[] {
  const within = (tokens: readonly (Token | { type: 'octothorpe' })[]): string[] =>
    tokens.flatMap((token, index) => {
      const inside = 'cases' in token ? token.cases.flatMap((each) => within(each.tokens)) : [];
      const next = tokens[index + 1];
      if (token.type !== 'function' || token.key !== 'number' || next?.type !== 'content') return inside;
      return [...inside, ...(/^[\s-]*(\p{L}+)/u.exec(next.value)?.slice(1) ?? [])];
    });
  return within(parse(message));
}

function tokensOf(message: string): Token[] {
  const all = (tokens: readonly (Token | { type: 'octothorpe' })[]): Token[] =>
    tokens.flatMap((token) => {
      if (token.type === 'octothorpe') return [];
      return 'cases' in token ? [token, ...token.cases.flatMap((each) => all(each.tokens))] : [token];
    });
  return all(parse(message));
}

function kindOf(token: Exclude<Token, { type: 'content' }>): string {
  if (token.type === 'argument') return 'text';
  if (token.type === 'function') return token.key;
  if (token.type === 'select') return token.cases.map(({ key }) => key).sort().join('|');
  return 'number';
}
