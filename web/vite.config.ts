import { fileURLToPath } from 'node:url';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

import { budget } from './vite/budget.ts';
import { messages } from './vite/messages.ts';
import { serviceWorker } from './vite/service-worker.ts';

/** The address of `cargo run` with the default settings. */
const SERVER = 'http://127.0.0.1:8080';

/** Tests of components and of reactive state, which leave traces in the page and in modules. */
const TRACES = ['{src,vite}/**/[A-Z]*.test.ts', '{src,vite}/**/*.svelte.test.ts'];

/** Every page loads the names of all files: without words in them, that is a kilobyte less. */
const SCRIPT = 'assets/[hash:7].js';

/** Code that every page needs, including the plural rules of all languages. */
const START = /src\/main\.ts|node_modules\/(@messageformat|make-plural)\//;

/** Modules of several pages that are smaller than the name of a file, which every page would load. */
const TINY = /src\/lib\/(base\/ui\/while-(here|seen)|play\/(home\/words|lobby\/usual|room\/seats))\./;

/** The part of Svelte that only pages with fields need. */
const FIELDS = /svelte\/src\/internal\/client\/dom\/elements\/bindings\/(input|select)\.js/;

/**
 * Modules of small boards and lists of games, with all their dependencies. Any other module that both they and the table use would
 * bring the whole table to them: then the budget of the home page fails, and the missing module belongs here.
 */
const SHAPES =
  /src\/lib\/(base\/(i18n\/numbers|ui\/(ColorDot|ComputerIcon|ComputerMark|Lazy|RatingMark|Title))|game\/(board\/(MiniBoard|rotation|timeline)|clock\/(until|words)|table\/match-text))\./;

/** The modules of a board for playing, with all their dependencies except the shapes. */
const TABLE = /src\/lib\/game\/(clock\/Clock|table\/(GameTable|Record|first-position|line|review|view))\./;

/** The chat of rooms and lobbies, which conversations are made of, too. */
const CHAT = /src\/lib\/play\/chat\//;

/** The states of a part that loads, which most pages show. */
const LOADED = /src\/lib\/base\/ui\/(FailureNotice|Loaded|Loading|loadable)\./;

/** The result of a game. */
const OUTCOME = /src\/lib\/(base\/i18n\/result|game\/table\/(O|o)utcome)\./;

/** Modules that puzzles and the pages for learning share in addition to a table. */
const TASKS = /src\/lib\/(base\/ui\/Feedback|game\/board\/(hint|HintLayer)|study\/formations\/terms)\./;

export default defineConfig({
  base: '/',
  plugins: [
    messages(),
    svelte(),
    svelteTesting(),
    serviceWorker(['/appearance.js', '/favicon.svg', '/manifest.webmanifest', '/icons/192.png']),
    budget({
      Room: { bytes: 81_200 },
      Game: { bytes: 77_900, words: ['result'] },
      Home: { bytes: 65_900, words: ['home'] },
    }),
  ],
  resolve: {
    alias: {
      $lib: fileURLToPath(new URL('./src/lib', import.meta.url)),
      // The sources of the SDK, which need no installation and no build.
      'sumito-client': fileURLToPath(new URL('../sdk/typescript/src', import.meta.url)),
    },
  },
  build: {
    target: 'es2022',
    // An inlined file would be a `data:` URL, which the server's Content-Security-Policy allows for pictures only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: FIELDS, sideEffects: false }] },
      input: { index: 'index.html', sw: 'src/service-worker.ts' },
      // A browser asks for its service worker at an address that never changes.
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : SCRIPT),
        chunkFileNames: SCRIPT,
        assetFileNames: 'assets/[name]-[hash:4][extname]',
        // Few files of some size travel better than many small ones: modules of every page, and modules of every board.
        codeSplitting: {
          groups: [
            { name: 'fields', test: FIELDS, priority: 5, includeDependenciesRecursively: false },
            { name: 'start', test: START, priority: 4 },
            { name: 'start', test: TINY, priority: 4, includeDependenciesRecursively: false },
            { name: 'shapes', test: SHAPES, priority: 3 },
            { name: 'table', test: TABLE, priority: 2 },
            { name: 'chat', test: CHAT, priority: 1, includeDependenciesRecursively: false },
            { name: 'loaded', test: LOADED, priority: 1, includeDependenciesRecursively: false },
            { name: 'outcome', test: OUTCOME, priority: 1, includeDependenciesRecursively: false },
            { name: 'tasks', test: TASKS, priority: 1, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  worker: {
    format: 'es',
    // The service worker knows the engine's worker by its name.
    rolldownOptions: { output: { entryFileNames: 'assets/engine-[hash:7].js', chunkFileNames: SCRIPT, assetFileNames: 'assets/[name]-[hash:4][extname]' } },
  },
  server: {
    // The rules are tested with the data of the server's.
    fs: { allow: ['.', '../crates/rules/tests/data', '../docs', '../sdk/typescript/src'] },
    proxy: {
      '/api': SERVER,
      '/.well-known': SERVER,
      '/ws': { target: SERVER, ws: true },
    },
  },
  test: {
    environment: 'happy-dom',
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    // Ten thousand positions take a while where other tests run at the same time.
    testTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'isolated', include: TRACES } },
      // A new environment for each file would take most of the time.
      { extends: true, test: { name: 'shared', include: ['{src,vite}/**/*.test.ts'], exclude: TRACES, isolate: false } },
    ],
  },
});
