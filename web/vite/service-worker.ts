import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

/** Stands in the source of the service worker for the list of files that it keeps. */
const FILES = /(["'`])__FILES__\1/;
const VERSION = '__VERSION__';

/** Files that are not cached at once: the files of the worker itself, and the engine, which is cached at its first use. */
const NEVER = /\.(map|wasm)$|^sw\.js$/;

/**
 * Gives the service worker the list of the build's files, and under which name to keep them: another one whenever one of them
 * differs.
 *
 * @param publicFiles files of `public/` that it keeps as well
 */
export function serviceWorker(publicFiles: readonly string[]): Plugin {
  let publicDir = '';
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      ({ publicDir } = config);
    },
    generateBundle(_, bundle) {
      const worker = bundle['sw.js'];
      if (worker?.type !== 'chunk') this.error('the build has made no sw.js');
      const made = Object.values(bundle).filter(({ fileName }) => !NEVER.test(fileName) && fileName !== 'index.html');
      const files = ['/', ...made.map(({ fileName }) => `/${fileName}`), ...publicFiles];
      const hash = createHash('sha256');
      for (const file of made) hash.update(file.fileName).update(file.type === 'chunk' ? file.code : file.source);
      for (const file of publicFiles) hash.update(file).update(readFileSync(join(publicDir, file)));
      const version = hash.digest('hex').slice(0, 16);
      worker.code = worker.code.replace(FILES, JSON.stringify(files)).replace(VERSION, version);
    },
  };
}
