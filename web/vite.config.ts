import { fileURLToPath } from 'node:url';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

import { messages } from './vite/messages.ts';

/** Where `cargo run` listens unless it is told otherwise. */
const SERVER = 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/',
  plugins: [messages(), svelte(), svelteTesting()],
  resolve: { alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) } },
  build: {
    target: 'es2022',
    // An inlined file would be a `data:` URL, which the server's Content-Security-Policy allows for pictures only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // The rules are tested with the data of the server's.
    fs: { allow: ['.', '../crates/rules/tests/data'] },
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
  },
});
