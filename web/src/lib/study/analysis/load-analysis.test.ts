import { afterEach, describe, expect, it, vi } from 'vitest';

import { Line } from '$lib/game/table/line';
import { catalogue } from '$lib/base/i18n/i18n.svelte';
import type { GameDetail } from '$lib/base/protocol/types';
import { addressOfStart } from '$lib/study/review/analysed';
import { layoutNamed, startFrom } from '$lib/game/rules/layouts';
import { positionText } from '$lib/game/rules/position-text';
import { recordOf } from '$lib/game/rules/record';
import { RecordError } from '$lib/game/rules/record-error';
import { recordText } from '$lib/game/rules/record-text';

import { recordErrorText } from './error-text';
import { loadAnalysis, type LoadedAnalysis } from './load-analysis';
import { addressOfText } from './paste';

await catalogue('analysis').load();

const fetched = vi.fn<(url: string) => Promise<Response>>();
vi.stubGlobal('fetch', fetched);
afterEach(() => fetched.mockReset());

const START = startFrom('two', layoutNamed('standard') ?? never());

const GAME = {
  id: 'g1',
  mode: 'two',
  layout: 'standard',
  players: [
    { id: 'u1', name: 'Ada', guest: true },
    { id: 'u2', name: 'Bo', guest: true },
  ],
  moves: ['a1b2', 'i5h5'],
  final_position: positionText(Line.from(START, ['a1b2', 'i5h5']).position(2)),
} as unknown as GameDetail;

function analysisOf(shown: LoadedAnalysis): Extract<LoadedAnalysis, { kind: 'analysis' }> {
  if (shown.kind !== 'analysis') throw new Error('it is an analysis');
  return shown;
}

async function at(address: string): Promise<LoadedAnalysis> {
  return loadAnalysis(new URL(address, 'http://page').searchParams);
}

describe('the address of an analysis', () => {
  it('opens the choice of a position if it names none, with an error if it is unreadable', async () => {
    expect(await at('/analysis')).toEqual({ kind: 'begin', fault: null });
    for (const query of ['mode=five&layout=standard', 'mode=three&layout=standard', 'position=5/6', 'layout=nowhere']) {
      const shown = await at(`/analysis?${query}`);
      expect(shown.kind === 'begin' && shown.fault).toContain('Couldn’t read a position from this address');
    }
  });

  it('opens a start position with its variations, and warns of unreadable moves', async () => {
    const { analysis, warning } = analysisOf(await at('/analysis?layout=standard&moves=0.a1b2.i5h5_0.a1b2.i6h6&line=1&ply=1'));
    expect([analysis.line.moves, analysis.review.ply, warning]).toEqual([['a1b2', 'i6h6'], 1, null]);
    const cut = analysisOf(await at('/analysis?layout=standard&moves=0.a1b2.e5e6'));
    expect([cut.analysis.review.ply, cut.warning]).toEqual([1, expect.stringContaining('couldn’t be read')]);
  });

  it('opens a finished game', async () => {
    fetched.mockResolvedValue(Response.json(GAME));
    const { analysis, name, gameId } = analysisOf(await at('/analysis?game=g1&ply=1'));
    expect([name, gameId, analysis.review.ply, analysis.movesText]).toEqual(['Ada – Bo', 'g1', 1, '']);
    expect(analysis.seats.map((seat) => seat.name)).toEqual(['Ada', 'Bo']);
  });

  it('opens only the final position if the game’s moves do not lead to it, with a warning', async () => {
    fetched.mockResolvedValue(Response.json({ ...GAME, moves: ['a2b3', 'i5h5'] }));
    const { analysis, warning } = analysisOf(await at('/analysis?game=g1'));
    expect([analysis.line.moves, warning]).toEqual([[], expect.stringContaining('doesn’t know')]);
  });
});

describe('a pasted text', () => {
  it('opens the game that it was copied from', async () => {
    const text = recordText(recordOf(START, GAME.moves, new Map([['Event', 'x']])));
    const address = addressOfText('three', `\n${text}`) ?? '';
    expect(address).toBe(addressOfStart(START, GAME.moves));
    const { analysis } = analysisOf(await at(address));
    expect([analysis.line.moves, analysis.review.ply]).toEqual([GAME.moves, 2]);
  });

  it('opens a position', async () => {
    const line = '5/6/7/8/4w3r/8/7/6/b4 w 1,2,2 3 7';
    const { analysis } = analysisOf(await at(addressOfText('three', ` ${line} `) ?? ''));
    expect([analysis.mode, analysis.turn, analysis.line.captured(0, 1)]).toEqual(['three', 1, 2]);
  });

  it.each([
    ['5/6/7/8/9/8/7/6/5 x', 'The side to move must be b, w, r or y.'],
    ['5/6 b 0,0 0 0', 'A position has nine rows, but this one has 2.'],
    ['5/6/7/8/9/8/7/6/6 b 0,0 0 0', 'Row A has too many or too few cells.'],
    ['5/6/7/8/4g4/8/7/6/5 b 0,0 0 0', 'Row E: “g” is neither a marble nor a number of empty cells.'],
    ['5/6/7/8/9/8/7/6/4r b 0,0 0 0', 'Red doesn’t play with this number of players.'],
    ['5/6/7/8/9/8/7/6/5 b 7,0 0 0', 'A side can push off at most six marbles.'],
    ['[Layout "standard"]\n\n1. a1b2 i5i6', 'Line 3, character 9: You can move at most three marbles.'],
    ['[Layout "standard"]\n\n1. so', 'Line 3, character 4: That’s not a move.'],
    ['[Layout "standard]', 'Line 1, character 19: “"” is missing here. Write a tag as [Name “value”].'],
    ['[Layout "standard"]\n\n1. a1b2 (a2b3', 'Line 3, character 14: A variation is never closed.'],
    ['[Mode "two"]\n[Position "5/6"]', 'Line 2, character 1: A position has nine rows, but this one has 2.'],
    ['[Event "x"]', 'Line 1, character 12: The setup is missing. Add a Layout or Position tag before the moves.'],
  ])('gets an error message if it cannot be read: %j', (text, words) => {
    expect(whyNot(text)).toBe(words);
  });
});

function whyNot(text: string): string | null {
  try {
    addressOfText('two', text);
    return null;
  } catch (error) {
    if (error instanceof RecordError) return recordErrorText(error);
    throw error;
  }
}

function never(): never {
  throw new Error('there is a standard');
}
