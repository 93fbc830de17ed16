import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { Library, type Loaders } from './library.svelte';

/** English messages of the fake catalogues below. */
interface Main {
  readonly hello: '{name}, hello';
  readonly bye: { readonly now: 'bye' };
}
interface Tour {
  readonly step: 'step {count, number}';
}

function loadersOf(): { loaders: Loaders; failing: Set<string> } {
  const failing = new Set<string>();
  const load =
    <Content>(name: string, content: Content) =>
    () =>
      failing.has(name) ? Promise.reject(new TypeError(name)) : Promise.resolve({ default: content });
  const said = (text: string) => (values?: unknown) => `${text} ${JSON.stringify(values)}`;
  const loaders = {
    en: load('en', {
      main: load('main.en', { hello: said('hello'), bye: { now: () => 'bye' } }),
      tour: load('tour.en', { step: said('step') }),
    }),
    de: load('de', {
      main: load('main.de', { hello: said('hallo'), bye: { now: () => 'tschüss' } }),
      tour: load('tour.de', { step: said('Schritt') }),
    }),
  };
  return { loaders, failing };
}

describe('a library of messages', () => {
  it('loads a catalogue on demand, and returns its messages', async () => {
    const { loaders } = loadersOf();
    const library = new Library(loaders);
    const main = library.catalogue<Main>('main');
    await library.speak('en');
    await main.load();
    expect(main.t('hello', { name: 'Sly Stork' })).toBe('hello {"name":"Sly Stork"}');
    expect(main.t('bye.now')).toBe('bye');
    expect(main.tIfKnown('bye.now')).toBe('bye');
    expect(main.tIfKnown('bye')).toBeNull();
    expect(main.tIfKnown('bye.toString')).toBeNull();
  });

  it('changes the language of all loaded catalogues, and of catalogues that it loads later', async () => {
    const { loaders } = loadersOf();
    const library = new Library(loaders);
    const main = library.catalogue<Main>('main');
    const tour = library.catalogue<Tour>('tour');
    await library.speak('en');
    await main.load();
    await library.speak('de');
    await tour.load();
    expect(library.language).toBe('de');
    expect(main.t('bye.now')).toBe('tschüss');
    expect(tour.t('step', { count: 2 })).toBe('Schritt {"count":2}');
    await library.speak('en');
    expect(tour.t('step', { count: 2 })).toBe('step {"count":2}');
  });

  it('uses the last requested language if several requests overlap', async () => {
    const { loaders } = loadersOf();
    const library = new Library(loaders);
    const main = library.catalogue<Main>('main');
    await Promise.all([library.speak('en'), main.load(), library.speak('de'), library.speak('en'), library.speak('de')]);
    expect(main.t('bye.now')).toBe('tschüss');
  });

  it('keeps its language when another language fails to load, and can try again', async () => {
    const { loaders, failing } = loadersOf();
    const library = new Library(loaders);
    const main = library.catalogue<Main>('main');
    await library.speak('en');
    await main.load();
    failing.add('main.de');
    await expect(library.speak('de')).rejects.toThrow('main.de');
    expect(library.language).toBe('en');
    expect(main.t('bye.now')).toBe('bye');
    failing.clear();
    await library.speak('de');
    expect(main.t('bye.now')).toBe('tschüss');
  });

  it('updates components in the new language', async () => {
    const { loaders } = loadersOf();
    const library = new Library(loaders);
    const main = library.catalogue<Main>('main');
    await library.speak('en');
    await main.load();
    const shown = vi.fn();
    const end = $effect.root(() => {
      $effect(() => shown(main.t('bye.now')));
    });
    flushSync();
    await library.speak('de');
    flushSync();
    end();
    expect(shown.mock.calls).toEqual([['bye'], ['tschüss']]);
  });
});
