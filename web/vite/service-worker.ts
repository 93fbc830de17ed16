import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

/** Stand in the source of the service worker for the lists of files that it keeps: at once, and once the engine is used. */
const FILES = /(["'`])__FILES__\1/;
const ENGINE = /(["'`])__ENGINE__\1/;
const VERSION = '__VERSION__';

/** Files that are never cached. */
const NEVER = /\.map$|^sw\.js$/;
/** The engine: its module and its worker. */
const ENGINE_FILE = /\.wasm$|\/engine-[\w-]+\.js$/;

/**
 * Gives the service worker the lists of the build's files, and the name under which to keep them: another one whenever one of them
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
      const paths = made.map(({ fileName }) => `/${fileName}`);
      const engine = paths.filter((path) => ENGINE_FILE.test(path));
      if (engine.length !== 2) this.error(`the engine is a module and a worker, not ${engine.join(' ')}`);
      const files = ['/', ...paths.filter((path) => !engine.includes(path)), ...publicFiles];
      const hash = createHash('sha256');
      for (const file of made) hash.update(file.fileName).update(file.type === 'chunk' ? file.code : file.source);
      for (const file of publicFiles) hash.update(file).update(readFileSync(join(publicDir, file)));
      const version = hash.digest('hex').slice(0, 16);
      worker.code = worker.code
        .replace(FILES, JSON.stringify(files))
        .replace(ENGINE, JSON.stringify(engine))
        .replace(VERSION, version);
    },
  };
}
