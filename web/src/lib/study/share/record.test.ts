import { describe, expect, it } from 'vitest';

import { Replay } from '$lib/study/history/replay.svelte';
import type { GameDetail } from '$lib/base/protocol/types';
import { follow } from '$lib/game/rules/follow';
import { LAYOUTS, layoutNamed } from '$lib/game/rules/layouts';
import { moveText } from '$lib/game/rules/notation';
import { positionText, startOf } from '$lib/game/rules/position-text';
import { readRecord } from '$lib/game/rules/record-reader';
import { GAMES } from '$lib/game/rules/reference/read';

import { gameText } from './record';

const [RECORDED] = GAMES;
if (RECORDED === undefined) throw new Error('there are recorded games');
const ROWS = layoutNamed(RECORDED.start)?.rows ?? '';
const LAST = follow(startOf('two', ROWS), RECORDED.moves).positions.at(-1);
if (LAST === undefined) throw new Error('a game has a position');

const GAME = {
  id: 'g1',
  mode: 'two',
  layout: RECORDED.start,
  clock: { kind: 'fischer', initial_ms: 300_000, increment_ms: 3000 },
  players: [
    { id: 'u1', name: 'Ada "the Wall"', guest: true },
    { id: 'u2', name: 'Bo', guest: true },
  ],
  moves: RECORDED.moves,
  ledger: [],
  final_position: positionText(LAST),
} as unknown as GameDetail;

describe('the text of a game', () => {
  it('contains the players, the clock and the result, and parses to the same moves', () => {
    const result = { winners: [1], reason: 'ejections', score: [0, 6] } as const;
    const text = gameText(new Replay(GAME, startOf('two', ROWS)), { result: { ...result, winners: [1], score: [0, 6] }, finishedAt: 1.75e15 });
    if (text === null) throw new Error('its start is known');
    const { tags, layout, turns } = readRecord(text, LAYOUTS);
    expect(Object.fromEntries(tags)).toEqual({
      Date: '2025-06-15',
      Black: 'Ada "the Wall"',
      White: 'Bo',
      Clock: 'fischer 300+3',
      Result: 'white',
      Termination: 'ejections',
    });
    expect(layout).toBe(RECORDED.start);
    expect(turns.map((turn) => turn && moveText(turn))).toEqual(follow(startOf('two', ROWS), RECORDED.moves).moves.map(moveText));
  });

  it('is null if the start position is unknown', () => {
    expect(gameText(new Replay(GAME, null))).toBeNull();
  });
});
