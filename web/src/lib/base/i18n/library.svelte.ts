import type { Key, Values } from './messages/message';

/** Compiled messages: each is a function from its arguments to text. */
export interface Compiled {
  readonly [name: string]: Compiled | ((values?: unknown) => string);
}

type Load<Content> = () => Promise<{ readonly default: Content }>;

/** Loads the loaders of a language, which are by catalogue. */
export type Loaders = Readonly<Record<string, Load<Readonly<Record<string, Load<Compiled>>>>>>;

/** The messages of a catalogue in the current language. A component that calls `t` is updated when the language changes. */
export interface Catalogue<Tree> {
  readonly t: <Path extends Key<Tree>>(key: Path, ...values: Values<Tree, Path>) => string;
  /** The message, if the name exists: for words that a newer server may have added. */
  readonly tIfKnown: (key: string) => string | null;
  /** Loads the catalogue in the current language; await it before the first `t`. Other languages load when they are chosen. */
  readonly load: () => Promise<void>;
}

interface Spoken {
  readonly language: string;
  /** The loaded messages by catalogue. */
  readonly messages: Readonly<Record<string, Compiled>>;
}

/** Catalogues of messages, loaded on demand. All of them change their language at once. */
export class Library {
  readonly #loaders: Loaders;
  #spoken = $state.raw<Spoken>({ language: '', messages: {} });
  /** Changes run one after the other, so that the last call wins. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(loaders: Loaders) {
    this.#loaders = loaders;
  }

  get language(): string {
    return this.#spoken.language;
  }

  /** Loads all catalogues in use in that language, and switches to it. On failure the language stays unchanged. */
  speak(language: string): Promise<void> {
    return this.#next(async () => {
      if (language === this.#spoken.language) return;
      const messages = await Promise.all(Object.keys(this.#spoken.messages).map((name) => this.#load(name, language)));
      this.#spoken = { language, messages: Object.fromEntries(messages) };
    });
  }

  catalogue<Tree>(name: string): Catalogue<Tree> {
    const find = (key: string): Compiled[string] | undefined =>
      key.split('.').reduce<Compiled[string] | undefined>(inside, this.#spoken.messages[name]);
    return {
      t: (key, ...[values]) => {
        const message = find(key);
        return typeof message === 'function' ? message(values) : key;
      },
      tIfKnown: (key) => {
        const message = find(key);
        return typeof message === 'function' ? message() : null;
      },
      load: () =>
        this.#next(async () => {
          const { language, messages } = this.#spoken;
          if (Object.hasOwn(messages, name)) return;
          const [, loaded] = await this.#load(name, language);
          this.#spoken = { language, messages: { ...messages, [name]: loaded } };
        }),
    };
  }

  #next(job: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(job);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #load(name: string, language: string): Promise<[string, Compiled]> {
    const catalogues = await this.#loaders[language]?.();
    const load = catalogues?.default[name];
    if (load === undefined) throw new Error(`There is no catalogue ${name} in the language ${language}`);
    return [name, (await load()).default];
  }
}

function inside(group: Compiled[string] | undefined, name: string): Compiled[string] | undefined {
  return typeof group === 'object' && Object.hasOwn(group, name) ? group[name] : undefined;
}
