import { describe, expect, it } from 'vitest';

import { RecordError } from '$lib/game/rules/record-error';

import { addressOfText, assumptionsOf } from './paste';

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
    expect(() => addressOfText('two', POSITION.replace(' b ', ' x '))).toThrow(RecordError);
    expect(() => addressOfText('two', POSITION.replace('/8/', '/'))).toThrow(RecordError);
    expect(() => addressOfText('two', '[Layout standard]\na1b2')).toThrow(RecordError);
  });

  it('keeps its variations, and leads to the end of its main line', () => {
    const address = addressOfText('two', '[Layout "belgian_daisy"]\n\n1. a1b2 i5h5 (1... i6h6 2. a2b3) 2. a2b3 1-0');
    const query = new URLSearchParams(address?.split('?')[1]);
    expect(query.get('moves')).toBe('0.a1b2.i5h5.a2b3_0.a1b2.i6h6.a2b3');
    expect(query.get('ply')).toBe('3');
  });

  it('of moves alone is read with an assumption', () => {
    expect(addressOfText('two', 'a1d4 i5f5')).toContain('layout=belgian_daisy');
    expect(assumptionsOf('two', 'a1d4 i5f5')).toEqual([{ kind: 'layout', value: 'belgian_daisy' }, { kind: 'far_moves' }]);
    expect(assumptionsOf('two', 'hello')).toEqual([]);
  });
});
