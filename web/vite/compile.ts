import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/lib/compile-module.js';
import { parse, type Select } from '@messageformat/parser';

/** Messages in ICU MessageFormat by name, in groups. */
export interface Messages {
  readonly [name: string]: string | Messages;
}

/**
 * The source of a JavaScript module whose default export has the same names, with a function from arguments to text for each message.
 * A message that cannot be read, or that asks for a plural form which the language does not have, throws an error that names it.
 */
export function compiled(language: string, messages: Messages): string {
  return compileModule(new MessageFormat(language), readable(language, messages));
}

function readable(language: string, messages: Messages, prefix = ''): Messages {
  const each = ([name, message]: [string, string | Messages]): [string, string | Messages] => {
    const path = `${prefix}${name}`;
    if (typeof message !== 'string') return [name, readable(language, message, `${path}.`)];
    try {
      return [name, withOther(message, language)];
    } catch (error) {
      throw new Error(`The message ${path} (${language}) cannot be read: ${String(error)}`, { cause: error });
    }
  };
  return Object.fromEntries(Object.entries(messages).map(each));
}

/**
 * The compiler wants a case `other` in every `select`. We leave it out where all words are known, because the types then take these words
 * only; so it is put in here, without a text.
 */
function withOther(message: string, language: string): string {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const places = parse(message, { cardinal: pluralCategories }).flatMap(closedSelects).sort((a, b) => b - a);
  return places.reduce((text, at) => `${text.slice(0, at)} other {} ${text.slice(at)}`, message);
}

type Token = ReturnType<typeof parse>[number] | Select['cases'][number]['tokens'][number];

/** Start of the first case of each select without `other`, in a token and its nested tokens. */
function closedSelects(token: Token): number[] {
  if (!('cases' in token)) return [];
  const { type, cases } = token;
  const inside = cases.flatMap(({ tokens }) => tokens.flatMap(closedSelects));
  const [first] = cases;
  const closed = type === 'select' && first !== undefined && !cases.some(({ key }) => key === 'other');
  return closed ? [first.ctx.offset, ...inside] : inside;
}
