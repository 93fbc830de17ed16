/** The engine in a worker: lines of UAI as messages in both directions. A message `null` ends the worker's use: the engine has failed. */

import { EngineProgram } from 'sumito-client/engine';

/** The interface of a dedicated worker. TypeScript's own types for it conflict with those for pages. */
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: MessageEvent<string>) => void): void;
  postMessage(line: string | null): void;
}

declare const self: WorkerScope;

const fail = (): void => self.postMessage(null);
const starting = EngineProgram.start((line) => self.postMessage(line), fail);

self.addEventListener('message', ({ data }) => {
  // The order of the lines stays: promises call their listeners in order.
  starting.then((program) => program.send(data)).catch(fail);
});
