import { parse, type AST } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';
import types from '$lib/protocol/types.ts?raw';
import en from './en.json';
import { startI18n, t, tIfKnown } from './i18n.svelte';
import { refusalText } from './words';
import { Refusal } from '$lib/protocol/refusal';

const SOURCES = import.meta.glob<string>(['../../**/*.{ts,svelte}', '!../../**/*.test.ts', '!../protocol/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Every message by its full name, plural forms as one. */
function names(tree: object, prefix = ''): string[] {
  const found = Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? names(value, `${prefix}${key}.`) : [`${prefix}${key}`.replace(PLURAL, '')],
  );
  return [...new Set(found)];
}

/** What the sources ask for: whole names, and beginnings of names whose end is only known later. */
function asked(): { whole: Set<string>; beginnings: Set<string> } {
  const whole = new Set<string>();
  const beginnings = new Set<string>();
  const areas = Object.keys(en).join('|');
  for (const source of Object.values(SOURCES)) {
    for (const [, name = ''] of source.matchAll(new RegExp(`['"\`]((?:${areas})\\.[\\w.-]+)['"\`]`, 'g'))) whole.add(name);
    for (const [, name = ''] of source.matchAll(new RegExp(`\`((?:${areas})\\.)\\$\\{`, 'g'))) beginnings.add(name);
  }
  return { whole, beginnings };
}

/** The words of a union of string literals in the protocol's types. */
function union(type: string): string[] {
  const [, body = ''] = new RegExp(`export type ${type} = ([^;]+);`).exec(types) ?? [];
  return [...body.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word);
}

describe('messages', () => {
  it('are all asked for somewhere', () => {
    const { whole, beginnings } = asked();
    const idle = names(en).filter((name) => !whole.has(name) && ![...beginnings].some((each) => name.startsWith(each)));
    expect(idle).toEqual([]);
  });

  it('exist for everything that is asked for', () => {
    const known = new Set(names(en));
    expect([...asked().whole].filter((name) => !known.has(name))).toEqual([]);
  });

  it.each([
    ['error', 'ErrorCode'],
    ['reason', 'Reason'],
    ['color', 'Color'],
    ['reasonMany', 'Reason'],
    ['mode', 'Mode'],
    ['players', 'Mode'],
  ] as const)('cover every word of the protocol: %s', (area, type) => {
    expect(union(type).length).toBeGreaterThan(1);
    expect(Object.keys(en[area]).sort()).toEqual(union(type).sort());
  });

  it('say of what a server tells, and of what it is to be gathered, why a game does not go on', () => {
    expect(Object.keys(en.notice).sort()).toEqual([...union('Notice'), 'stopping'].sort());
  });

  it('name every offer, by others and by oneself', () => {
    expect(Object.keys(en.offer).sort()).toEqual([...union('Offer'), 'waiting'].sort());
    expect(Object.keys(en.offered).sort()).toEqual(union('Offer').sort());
  });

  it('have a plural form for each case of the language', () => {
    expect(t('games.plies', { count: 1, number: '1' })).toBe('1 move');
    expect(t('games.plies', { count: 48, number: '48' })).toBe('48 moves');
  });

  it('fall back to English for a reader of a language that there is not', async () => {
    await startI18n(['tlh', 'xx-YY']);
    expect(t('nav.play')).toBe('Play');
    expect(document.documentElement.lang).toBe('en');
  });
});

describe('refusals', () => {
  it('are told by their code, an illegal move by its reason', () => {
    expect(refusalText(new Refusal('not_your_turn', 'raw'))).toBe(en.error.not_your_turn);
    expect(refusalText(new Refusal('illegal_move', 'raw', 'pac'))).toBe(en.illegal.pac);
    expect(refusalText(new Refusal('illegal_move', 'raw', 'a_new_one'))).toBe(en.error.illegal_move);
  });

  it('of an unknown code are told in the server’s words', () => {
    expect(refusalText(new Refusal('brand_new' as 'internal', 'The server says so.'))).toBe('The server says so.');
    expect(tIfKnown('error.brand_new')).toBeNull();
  });
});

/** Attributes whose text a reader gets to see or hear. */
const SPOKEN = new Set(['alt', 'aria-label', 'aria-description', 'label', 'placeholder', 'title']);
const LETTERS = /\p{Letter}/u;

/** Text in the markup of a component that does not come from the messages. */
function literals(source: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown, spoken: boolean): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, spoken);
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    const { type } = node as AST.TemplateNode;
    if (type === 'Attribute') {
      const attribute = node as AST.Attribute;
      if (SPOKEN.has(attribute.name)) visit(attribute.value, true);
      return;
    }
    if (type === 'StyleDirective' || type === 'ClassDirective') return;
    if (type === 'ExpressionTag' && spoken) {
      const { expression } = node as AST.ExpressionTag;
      if (expression.type === 'Literal' && LETTERS.test(String(expression.value))) found.push(String(expression.value));
      return;
    }
    if (type === 'Text' && LETTERS.test((node as AST.Text).data)) found.push((node as AST.Text).data.trim());
    for (const [key, value] of Object.entries(node)) if (key !== 'expression') visit(value, true);
  };
  visit(parse(source, { modern: true }).fragment, true);
  return found;
}

describe('components', () => {
  const components = Object.entries(SOURCES).filter(([path]) => path.endsWith('.svelte'));

  it('are looked at', () => {
    expect(components.length).toBeGreaterThan(20);
    expect(literals('<p title="Hello">{t("x")} world {"you"}</p>')).toEqual(['Hello', 'world', 'you']);
  });

  it.each(components)('%s has no text of its own', (_, source) => {
    expect(literals(source)).toEqual([]);
  });
});
