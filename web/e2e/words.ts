import type { Translation } from '../src/lib/base/i18n/messages/message';
import type app from '../src/lib/base/i18n/messages/en/app';
import type board from '../src/lib/base/i18n/messages/en/board';
import type game from '../src/lib/base/i18n/messages/en/game';
import type history from '../src/lib/base/i18n/messages/en/history';
import type create from '../src/lib/base/i18n/messages/en/create/create';
import type talk from '../src/lib/base/i18n/messages/en/play/talk';
import type result from '../src/lib/base/i18n/messages/en/result/result';
import type room from '../src/lib/base/i18n/messages/en/room';
import type setup from '../src/lib/base/i18n/messages/en/setup';
import type waiting from '../src/lib/base/i18n/messages/en/waiting/waiting';
import type { Language } from '../src/lib/base/i18n/languages';

/** Messages by subject. */
export interface Words {
  readonly app: Translation<typeof app>;
  readonly board: Translation<typeof board>;
  readonly create: Translation<typeof create>;
  readonly game: Translation<typeof game>;
  readonly history: Translation<typeof history>;
  readonly result: Translation<typeof result>;
  readonly room: Translation<typeof room>;
  readonly setup: Translation<typeof setup>;
  readonly talk: Translation<typeof talk>;
  readonly waiting: Translation<typeof waiting>;
}

/** The file of each subject. */
const FILES: Readonly<Record<keyof Words, string>> = {
  app: 'app',
  board: 'board',
  create: 'create/create',
  game: 'game',
  history: 'history',
  result: 'result/result',
  room: 'room',
  setup: 'setup',
  talk: 'play/talk',
  waiting: 'waiting/waiting',
};

/** The client's messages in a language, as written: arguments are not filled in. */
export async function wordsOf(language: Language): Promise<Words> {
  const subject = async ([name, file]: [string, string]): Promise<[string, unknown]> => {
    const { default: messages } = (await import(`../src/lib/base/i18n/messages/${language}/${file}.ts`)) as { default: unknown };
    return [name, messages];
  };
  return Object.fromEntries(await Promise.all(Object.entries(FILES).map(subject))) as unknown as Words;
}
