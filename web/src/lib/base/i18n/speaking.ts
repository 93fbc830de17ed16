import { catalogue } from './i18n.svelte';
import type { Catalogues } from './messages/catalogues';

/** Brings code together with the messages that it asks for and that not every page needs. */
export function speaking<Module>(words: readonly (keyof Catalogues)[], load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    const [module] = await Promise.all([load(), ...words.map((name) => catalogue(name).load())]);
    return module;
  };
}
