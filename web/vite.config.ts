import { fileURLToPath } from 'node:url';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

import { budget } from './vite/budget.ts';
import { messages } from './vite/messages.ts';
import { serviceWorker } from './vite/service-worker.ts';

/** Where `cargo run` listens unless it is told otherwise. */
const SERVER = 'http://127.0.0.1:8080';

/** What only a board that is played on needs; small boards and lists of games do without. */
const TABLE =
  /src\/lib\/(board\/(Board|Wood|Grid|Marble|Targets|Traces|Preview|Premove|Partners|Bubble|input|drag|intent|selection|keys)|game\/(GameTable|Table|PlayerPanel|Entering|entering|EntryTools|MoveNews|settled|view))\./;

export default defineConfig({
  base: '/',
  plugins: [
    messages(),
    svelte(),
    svelteTesting(),
    serviceWorker(['/appearance.js', '/favicon.svg', '/manifest.webmanifest', '/icons/192.png']),
    budget({ Room: 85_500, Game: 79_000, Home: 75_000 }),
  ],
  resolve: { alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) } },
  build: {
    target: 'es2022',
    // An inlined file would be a `data:` URL, which the server's Content-Security-Policy allows for pictures only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/service-worker.ts' },
      // A browser asks for its service worker at an address that never changes.
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // Few files of some size travel better than many small ones: what every page needs, and what every board needs.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], test: /^(?!.*service-worker)/, priority: 2 },
            { name: 'shapes', test: /src\/lib\//, minShareCount: 8, priority: 1 },
            { name: 'table', test: TABLE },
          ],
        },
      },
    },
  },
  server: {
    // The rules are tested with the data of the server's.
    fs: { allow: ['.', '../crates/rules/tests/data', '../docs'] },
    proxy: {
      '/api': SERVER,
      '/ws': { target: SERVER, ws: true },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['{src,vite}/**/*.test.ts'],
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    // Ten thousand positions take a while where other tests run beside them.
    testTimeout: 60_000,
  },
});
