import { expect, it } from 'vitest';

import { readSource } from './source';

it('recognises positions, exported studies and games', () => {
  const position = 'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0,0 0 0';
  expect(readSource('  ', 'two')).toBeNull();
  expect(readSource(` ${position}\n`, 'two')).toEqual({ mode: 'two', position });
  expect(readSource('[Layout "standard"]\n\n1. a1b2', 'two')).toEqual({ text: '[Layout "standard"]\n\n1. a1b2' });
  expect(readSource('{"name":"x","chapters":[]}', 'two')).toEqual({ chapters: [] });
  expect(readSource('{A comment}', 'two')).toEqual({ text: '{A comment}' });
});
