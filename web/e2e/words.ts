import type { Translation } from '../src/lib/i18n/messages/message';
import type app from '../src/lib/i18n/messages/en/app';
import type board from '../src/lib/i18n/messages/en/board';
import type game from '../src/lib/i18n/messages/en/game';
import type history from '../src/lib/i18n/messages/en/history';
import type lobby from '../src/lib/i18n/messages/en/lobby';
import type result from '../src/lib/i18n/messages/en/result';
import type room from '../src/lib/i18n/messages/en/room';
import type setup from '../src/lib/i18n/messages/en/setup';
import type { Language } from '../src/lib/i18n/languages';

/** Messages by subject. */
export interface Words {
  readonly app: Translation<typeof app>;
  readonly board: Translation<typeof board>;
  readonly game: Translation<typeof game>;
  readonly history: Translation<typeof history>;
  readonly lobby: Translation<typeof lobby>;
  readonly result: Translation<typeof result>;
  readonly room: Translation<typeof room>;
  readonly setup: Translation<typeof setup>;
}

const SUBJECTS = ['app', 'board', 'game', 'history', 'lobby', 'result', 'room', 'setup'] as const satisfies (keyof Words)[];

/** What the client says in a language, as it is written: messages with arguments are not filled in. */
export async function wordsOf(language: Language): Promise<Words> {
  const subject = async (name: string): Promise<[string, unknown]> => {
    const { default: messages } = (await import(`../src/lib/i18n/messages/${language}/${name}.ts`)) as { default: unknown };
    return [name, messages];
  };
  return Object.fromEntries(await Promise.all(SUBJECTS.map(subject))) as unknown as Words;
}
