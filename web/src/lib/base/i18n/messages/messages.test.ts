import { describe, expect, it } from 'vitest';
import types from 'sumito-client/types.ts?raw';
import { LANGUAGES } from '../languages';
import { asked, countsAsText } from './asked';
import errors from './en/errors/errors';
import talk from './en/play/talk';
import puzzles from './en/puzzles/puzzles';
import runs from './en/puzzles/runs';
import result from './en/result/result';
import room from './en/room';
import setup from './en/setup';
import { flat } from './flat';
import type { Messages } from './message';
import { argumentsOf, countedOf, pluralsOf } from './shape';
import { sources } from './sources';
import { UNTRANSLATED } from './untranslated';

const languages = Object.keys(LANGUAGES);
const others = languages.filter((language) => language !== 'en');

/** The files of a language by their path in its folder. */
function filesOf(language: string): Record<string, Messages> {
  const own = Object.entries(sources).filter(([path]) => path.startsWith(`./${language}/`));
  return Object.fromEntries(own.map(([path, messages]) => [path.slice(`./${language}/`.length), messages]));
}

/** Every message of a language by file and name: `room.ts: room.title`. */
function messagesOf(language: string): Record<string, string> {
  const all = Object.entries(filesOf(language)).flatMap(([path, messages]) =>
    Object.entries(flat(messages)).map(([name, message]) => [`${path}: ${name}`, message]),
  );
  return Object.fromEntries(all) as Record<string, string>;
}

const english = messagesOf('en');
/** The messages of the page. Other programs show the files in `programs`; a test of crates/words checks that they use them. */
const names = Object.entries(filesOf('en'))
  .filter(([path]) => !path.startsWith('programs/'))
  .flatMap(([, messages]) => Object.keys(flat(messages)));

/** The members of a union of string literals in the protocol's types. */
function union(type: string): string[] {
  const [, body = ''] = new RegExp(`export type ${type} = ([^;]+);`).exec(types) ?? [];
  return [...body.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word);
}

describe('messages', () => {
  const { whole, patterns } = asked(new Set(names.map((name) => name.split('.')[0] ?? '')));

  it('are all used', () => {
    expect(names.filter((name) => !whole.has(name) && !patterns.some((each) => each.test(name)))).toEqual([]);
  });

  it('take numbers as numbers, so that plural forms can depend on them', () => {
    expect(countsAsText()).toEqual([]);
  });

  it('exist for every name in the source code', () => {
    expect([...whole].filter((name) => !names.includes(name))).toEqual([]);
    expect(patterns.filter((each) => !names.some((name) => each.test(name)))).toEqual([]);
  });

  it('are in languages that the settings offer', () => {
    const folders = Object.keys(sources).map((path) => path.split('/')[1] ?? '');
    expect([...new Set(folders)].sort()).toEqual([...languages].sort());
  });

  it('are defined in one file only', () => {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const groups = Object.values(filesOf('en')).flatMap((messages) => Object.keys(messages));
    expect(groups.filter((group, index) => groups.indexOf(group) !== index)).toEqual([]);
  });

  it.each([
    ['error', errors.error, 'ErrorCode'],
    ['reason', result.reason, 'Reason'],
    ['reasonMany', result.reasonMany, 'Reason'],
    ['color', setup.color, 'Color'],
    ['mode', setup.mode, 'Mode'],
    ['players', setup.players, 'Mode'],
    ['offered', talk.offered, 'Offer'],
    ['difficulty', puzzles.difficulty, 'PuzzleDifficulty'],
    ['runKind', runs.runKind, 'RunKind'],
  ] as const)('cover every word of the protocol: %s', (_, group, type) => {
    expect(union(type).length).toBeGreaterThan(1);
    expect(Object.keys(group).sort()).toEqual(union(type).sort());
  });

  it('cover every reason why a game does not start or continue', () => {
    expect(Object.keys(room.notice).sort()).toEqual([...union('Notice'), 'stopping'].sort());
  });

  it('cover every offer of other players', () => {
    expect(Object.keys(talk.offer).sort()).toEqual([...union('Offer'), 'waiting'].sort());
  });
});

/** Words after a number that have no plural form. */
const INVARIABLE: Readonly<Record<string, readonly string[]>> = {
  en: ['against', 'min', 'ms', 'new', 'of', 's', 'thousand', 'to'],
  de: ['angesehen', 'bis', 'gegen', 'min', 'ms', 'neu', 's', 'Tausend', 'von', 'zeigen'],
  pl: ['do', 'min', 'ms', 'na', 's', 'z'],
  nl: ['duizend', 'min', 'ms', 'nieuw', 's', 'tegen', 'tonen', 'tot', 'van'],
};

describe.each(languages)('messages in %s', (language) => {
  const own = messagesOf(language);

  it('have plural forms if a number counts something', () => {
    const counted = Object.entries(own).flatMap(([name, message]) => countedOf(message).map((word) => `${name}: ${word}`));
    expect(counted.filter((each) => !INVARIABLE[language]?.includes(each.split(' ').at(-1) ?? ''))).toEqual([]);
  });
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;

  it('parse, and have a form for each plural of the language', () => {
    const wrong = Object.entries(own).filter(([, message]) =>
      pluralsOf(message).some((cases) => categories.some((category) => !cases.includes(category))),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['account.end', 'account.endOf'],
    ['account.remove', 'account.removeOf'],
    ['apps.revoke', 'apps.revokeOf'],
    ['computer.add', 'computer.addAs'],
    ['home.computerChange', 'home.computerChangeText'],
    ['lobby.join', 'lobby.joinAs'],
    ['lobby.join', 'lobby.playWith'],
    ['lobby.seats', 'lobby.seatsOf'],
    ['moderation.lift', 'moderation.liftOf'],
    ['share.copy', 'share.copyOf'],
    ['waiting.sit', 'waiting.sitAs'],
  ])('contain the visible label of a button in its accessible name: %s', (seen, heard) => {
    const named = (name: string): string => Object.entries(own).find(([key]) => key.endsWith(`: ${name}`))?.[1].toLowerCase() ?? '';
    const cases = /, select,/.test(named(heard)) ? 4 : 1;
    expect(named(seen)).not.toBe('');
    expect(named(heard).split(named(seen)).length - 1).toBeGreaterThanOrEqual(cases);
  });

  it('are not empty, and contain no straight quotes, because ICU reads them as escapes', () => {
    expect(Object.entries(own).filter(([, message]) => message.trim() === '' || /['"]/.test(message))).toEqual([]);
  });
});

describe.each(others)('the translation into %s', (language) => {
  const own = messagesOf(language);

  it('has the same files and names as English', () => {
    expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
  });

  it('takes the same arguments as English: names, types and options', () => {
    const of = (messages: Record<string, string>): [string, Record<string, string>][] =>
      Object.entries(messages).map(([name, message]) => [name, argumentsOf(message)]);
    expect(Object.fromEntries(of(own))).toEqual(Object.fromEntries(of(english)));
  });

  it('differs from English except for the listed messages', () => {
    const same = Object.keys(own).filter((name) => own[name] === english[name]);
    expect(same.map((name) => name.split(': ')[1]).sort()).toEqual([...(UNTRANSLATED[language] ?? [])].sort());
  });
});

describe('the comparison of messages', () => {
  it('checks names, types, options and plural forms', () => {
    expect(argumentsOf('{a} {n, plural, one {# {b}} other {#}} {c, select, red {{d, number}} black {}}')).toEqual({
      a: 'text',
      n: 'number',
      b: 'text',
      c: 'black|red',
      d: 'number',
    });
    expect(pluralsOf('{a} {x, select, red {{n, plural, one {} other {}}}}')).toEqual([['one', 'other']]);
    expect(countedOf('{n, number} points, {m, plural, one {# of {n, number} marbles} other {#}} {k, number}')).toEqual(['points', 'marbles']);
  });
});
