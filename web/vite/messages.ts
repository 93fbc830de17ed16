import { fileURLToPath } from 'node:url';

import { runnerImport, type Plugin } from 'vite';

import { compiled, type Messages } from './compile.ts';

const FOLDER = fileURLToPath(new URL('../src/lib/base/i18n/messages/', import.meta.url));

/** The languages, see `src/lib/base/i18n/virtual.d.ts`; with `/language` behind it, its loaders; with `/catalogue-language`, its messages. */
const VIRTUAL = 'virtual:messages';
const RESOLVED = `\0${VIRTUAL}`;

/** The content of a catalogue, by catalogue and language. */
type Catalogues = Record<string, Record<string, Messages>>;

/**
 * Makes the messages in `src/lib/base/i18n/messages` JavaScript, one module for each catalogue and language, so that no parser travels.
 * A file `de/room.ts` belongs to the German `main` catalogue, `de/learn/tour.ts` to the German `learn`. The page loads no file of
 * `de/programs`: other programs show those texts (crates/words).
 */
export function messages(): Plugin {
  let catalogues: Promise<Catalogues> | undefined;
  return {
    name: 'messages',
    // Vite waits a minute for each file that it imports: too short for a busy machine once the bundler runs.
    async buildStart() {
      await (catalogues ??= read());
    },
    resolveId(id) {
      return id === VIRTUAL || id.startsWith(`${VIRTUAL}/`) ? `\0${id}` : null;
    },
    async load(id) {
      if (!id.startsWith(RESOLVED)) return null;
      catalogues ??= read();
      const known = await catalogues;
      if (id === RESOLVED) return languages(known);
      const [catalogue = '', language] = id.slice(RESOLVED.length + 1).split('-');
      return language === undefined ? loaders(known, catalogue) : withOwnNumbers(compiled(language, known[catalogue]?.[language] ?? {}));
    },
    hotUpdate({ file }) {
      if (!file.startsWith(FOLDER)) return undefined;
      catalogues = undefined;
      const { moduleGraph, hot } = this.environment;
      for (const [id, module] of moduleGraph.idToModuleMap) if (id.startsWith(RESOLVED)) moduleGraph.invalidateModule(module);
      hot.send({ type: 'full-reload' });
      return [];
    },
  };
}

/** Imports of a compiled module from the runtime of the compiler. */
const RUNTIME = /import \{ ([^}]*) \} from ["']@messageformat\/runtime["'];/;

/** Lets our own function format the numbers in the messages. */
function withOwnNumbers(source: string): string {
  return source.replace(RUNTIME, (_, list: string) => {
    const names = list.split(', ');
    const others = names.filter((name) => name !== 'number');
    const runtime = others.length === 0 ? '' : `import { ${others.join(', ')} } from '@messageformat/runtime';`;
    return others.length === names.length ? runtime : `${runtime} import { number } from '$lib/base/i18n/formats';`;
  });
}

/** Reads all files through Vite, since they are in TypeScript. */
async function read(): Promise<Catalogues> {
  const { module } = await runnerImport<{ sources: Record<string, Messages> }>(`${FOLDER}sources.ts`, { configFile: false });
  const catalogues: Catalogues = {};
  for (const [path, content] of Object.entries(module.sources)) {
    const [language = '', ...rest] = path.replace('./', '').split('/');
    const catalogue = rest.length > 1 ? (rest[0] ?? '') : 'main';
    if (catalogue === 'programs') continue;
    const languages = (catalogues[catalogue] ??= {});
    languages[language] = { ...languages[language], ...content };
  }
  return catalogues;
}

/** A module whose default export loads the loaders of each language. */
function languages(catalogues: Catalogues): string {
  const names = Object.keys(catalogues.main ?? {});
  return `export default { ${names.map((name) => `${name}: () => import('${VIRTUAL}/${name}')`).join(', ')} };`;
}

/**
 * A module whose default export loads each catalogue in one language. It contains the `main` catalogue, which every page needs, so that
 * pages load only the file names of their own language.
 */
function loaders(catalogues: Catalogues, language: string): string {
  const others = Object.keys(catalogues).filter((name) => name !== 'main');
  const entries = others.map((name) => `${name}: () => import('${VIRTUAL}/${name}-${language}')`);
  return `import main from '${VIRTUAL}/main-${language}';
export default { main: () => Promise.resolve({ default: main }), ${entries.join(', ')} };`;
}
