import { build } from 'vite';
import { bench, describe } from 'vitest';
import { isIllegal } from './illegal';
import { legalMoves } from './legal';
import { moveText, readMove } from './notation';
import { play } from './play';
import { startOf } from './position-text';
import { GAMES, layoutRows } from './reference/read';

/** Every position of the recorded games before its move. */
const POSITIONS = GAMES.flatMap(({ start, moves }) => {
  let position = startOf('two', layoutRows(start));
  return moves.map((text) => {
    const before = position;
    const move = readMove(position, text);
    if (isIllegal(move)) throw new Error(`${text} cannot be played`);
    position = play(position, move);
    return before;
  });
});

/** The legal moves of the same positions as a server would send them. */
const MESSAGES = POSITIONS.map((position) => JSON.stringify(legalMoves(position).map(moveText)));

/** The module in one piece, as browsers get it: here every call from module to module takes a detour many times as long. */
async function bundled(): Promise<typeof import('./legal')> {
  const entry = `${import.meta.dirname}/legal.ts`;
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, target: 'es2022', lib: { entry, formats: ['es'] } },
  });
  const [bundle] = Array.isArray(built) ? built : [];
  const [chunk] = bundle?.output ?? [];
  if (chunk?.type !== 'chunk') throw new Error('the rules are one chunk');
  return import(`data:text/javascript,${encodeURIComponent(chunk.code)}`) as Promise<typeof import('./legal')>;
}

/** The one after the other, over and over. */
function inTurn<Value>(values: readonly Value[], act: (value: Value) => unknown): () => void {
  let next = 0;
  return () => {
    const value = values[next % values.length];
    next += 1;
    if (value !== undefined) act(value);
  };
}

/** Long enough for the compiler and to read every position many times. */
const LONG = { time: 3000, warmupTime: 1000 };

const shipped = await bundled();

describe('a position of a recorded game', () => {
  bench('its legal moves', inTurn(POSITIONS, shipped.legalMoves), LONG);
  bench('parsing a list of them, as a yardstick', inTurn(MESSAGES, (legal) => JSON.parse(legal)), LONG);
});
