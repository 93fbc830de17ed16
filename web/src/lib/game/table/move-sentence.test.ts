import { beforeAll, describe, expect, it } from 'vitest';

import { play } from '$lib/base/i18n/play';
import { startOf } from '$lib/game/rules/position-text';

import { Line } from './line';
import { moveSentence } from './move-sentence';

beforeAll(() => play.load());

describe('a move in words', () => {
  it('names the pushed marbles, and the ejection', () => {
    const line = Line.from(startOf('two', '5/6/7/8/ww1bbb3/wwbbb3/7/6/5'), ['e6e5']);
    expect(moveSentence(line, 0)).toBe('');
    expect(moveSentence(line, 1)).toBe('Black plays e6e5.');
    const pushes = Line.from(startOf('two', '5/6/7/8/wwbbb4/wbbb4/7/6/5'), ['e5e4']);
    expect(moveSentence(pushes, 1)).toBe('Black pushes two marbles: e5e4. A white marble is pushed off.');
    const one = Line.from(startOf('three', '5/6/7/8/1rbbb4/8/7/6/5'), ['e5e4']);
    expect(moveSentence(one, 1)).toBe('Black pushes a marble: e5e4.');
  });
});
