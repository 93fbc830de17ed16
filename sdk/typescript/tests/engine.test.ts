/** The engine as a WebAssembly module, against the searches of the engine as a program. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { Client, playGame } from 'sumito-client';
import { chanceOf, Engine, EngineError, EngineProgram } from 'sumito-client/engine';
import type { Score } from 'sumito-client/types';
import { Server } from './server.js';

/** A search of the native engine: `cargo xtask generate` writes them. */
interface Searched {
  readonly position: string;
  readonly options: Readonly<Record<string, number>>;
  readonly go: string;
  readonly best: string;
  readonly nodes: number;
  readonly lines: readonly { readonly depth: number; readonly score: Score; readonly chance: number; readonly line: readonly string[] }[];
}

function searches(): Searched[] {
  const text = readFileSync(new URL('../../../crates/engine/tests/data/searches.jsonl', import.meta.url), 'utf8');
  return text.trim().split('\n').map((line) => JSON.parse(line) as Searched);
}

describe('the module', () => {
  it('finds the same as the program in 300 positions of all modes', async () => {
    const all = searches();
    assert.ok(all.length >= 300);
    for (const { position, options, go, best, nodes, lines } of all) {
      const engine = await Engine.start({ Hash: 1, ...options }, await module);
      const found = await engine.search(position, go);
      const told = found.lines.map(({ depth, score, pv }) => ({ depth, score, chance: chanceOf(score), line: pv }));
      assert.deepEqual({ best: found.move, lines: told }, { best, lines }, position);
      const last = found.lines.at(-1);
      if (last !== undefined) assert.ok(last.nodes <= nodes, position);
    }
  });

  it('refuses invalid lines with the reason, and goes on', async () => {
    const engine = await Engine.start();
    await assert.rejects(engine.search('mode two layout standrad', 'depth 2'), EngineError);
    await assert.rejects(engine.search('mode two layout standard', 'sideways'), /sideways/);
    await assert.rejects(Engine.start({ Hash: 4096 }), /from 1 to 32/);
    await assert.rejects(engine.search(`mode two layout standard moves ${'a1b2 '.repeat(10_000)}`, 'depth 1'), /too long/);
    assert.notEqual((await engine.search('mode three layout three_standard', 'depth 2')).move, null);
  });

  it('hears stop during a search, and says its move once', async () => {
    const said: string[] = [];
    const program = await EngineProgram.start((line) => said.push(line));
    for (let round = 0; round < 20; round += 1) {
      program.send('position mode two layout belgian_daisy');
      program.send('go infinite');
      if (round % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 60));
      program.send('isready');
      program.send('stop');
      program.send('stop');
    }
    assert.equal(said.filter((line) => line === 'readyok').length, 20);
    const moves = said.filter((line) => line.startsWith('bestmove'));
    assert.equal(moves.length, 20);
    assert.ok(!moves.includes('bestmove none'));
  });
});

describe('a bot with the engine', () => {
  let server: Server;
  before(async () => (server = await Server.start()));
  after(() => server.stop());

  it('beats the weakest computer', async () => {
    const client = await Client.guest(server.url);
    const engine = await Engine.start({ Hash: 4 });
    const room = await client.createRoom({ computers: [{ level: 1 }] });
    const result = await playGame(room, async ({ mode, position }) => {
      const found = await engine.search(`mode ${mode} line ${position}`, 'nodes 3000');
      return found.move ?? '';
    });
    assert.equal(result.reason, 'ejections');
    assert.deepEqual(result.winners, [room.seat]);
    await client.close();
  });
});

/** Compiled once: each position gets an engine that knows nothing of the others. */
const module = readModule();

async function readModule(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(readFileSync(new URL('../dist/sumito-engine.wasm', import.meta.url)));
}
