import { describe, expect, it } from 'vitest';

import { PositionError } from '$lib/game/rules/position-text';
import { RecordError } from '$lib/game/rules/record-reader';

import { addressOfText } from './paste';

const POSITION = 'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0,0 0 0';

describe('a pasted text', () => {
  it('is recognised as a position or a game', () => {
    expect(addressOfText('two', ` ${POSITION}\n`)).toContain('/analysis?');
    expect(addressOfText('two', '[Mode "two"]\n[Layout "standard"]\n\n1. a1b2 i5h5')).toContain('/analysis?');
    expect(addressOfText('two', '{ a comment } [Layout "standard"] a1b2')).toContain('/analysis?');
  });

  it.each(['asdf qwer', 'hello', '1. e4 e5', 'https://example.org/room/f5cfawbpmmz8', '{"moves":["a1b2"]}', '[1, 2]', '[', '{'])(
    'is neither a position nor a game: %s',
    (text) => expect(addressOfText('two', text)).toBeNull(),
  );

  it('throws an error if it is a faulty position or game', () => {
    expect(() => addressOfText('two', POSITION.slice(0, -4))).toThrow(PositionError);
    expect(() => addressOfText('two', POSITION.replace('/8/', '/'))).toThrow(PositionError);
    expect(() => addressOfText('two', '[Layout standard]\na1b2')).toThrow(RecordError);
  });
});
