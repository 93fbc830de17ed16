import { describe, expect, it } from 'vitest';
import { compiled, type Messages } from './compile.ts';

/** Imports the compiled messages from a data URL. Node does not resolve packages from there, so their imports become full URLs. */
async function run(language: string, messages: Messages): Promise<Record<string, (values?: unknown) => string>> {
  const source = compiled(language, messages).replaceAll(/from "([^"]+)"/g, (_, name: string) => `from "${import.meta.resolve(name)}"`);
  return ((await import(`data:text/javascript,${encodeURIComponent(source)}`)) as { default: never }).default;
}

describe('compiled messages', () => {
  it('choose the plural form of the language', async () => {
    const { moves } = await run('pl', { moves: '{count, plural, one {# ruch} few {# ruchy} many {# ruchów} other {# ruchu}}' });
    expect([1, 3, 5, 22, 12].map((count) => moves?.({ count }))).toEqual(['1 ruch', '3 ruchy', '5 ruchów', '22 ruchy', '12 ruchów']);
  });

  it('need no `other` case in a select whose options are all known', async () => {
    const { text } = await run('en', { text: '{a, select, red {R {b, select, x {X} y {Y}}} black {B}} {n, number}' });
    expect(text?.({ a: 'red', b: 'y', n: 1000 })).toBe('R Y 1,000');
    expect(text?.({ a: 'black', b: 'y', n: 1 })).toBe('B 1');
  });

  it('fail with the message’s name and language if they are invalid', () => {
    expect(() => compiled('en', { a: { b: '{open' } })).toThrow(/a\.b \(en\)/);
    expect(() => compiled('en', { few: '{n, plural, few {x} other {y}}' })).toThrow(/few \(en\)/);
  });
});
