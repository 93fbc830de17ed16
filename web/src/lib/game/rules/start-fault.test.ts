import { describe, expect, it } from 'vitest';

import { layoutsFor, startFrom } from './layouts';
import { MODES } from './mode';
import { readPosition } from './position-text';
import { startFault } from './start-fault';

describe('the start of a game', () => {
  it('can be every layout', () => {
    for (const mode of MODES) {
      for (const layout of layoutsFor(mode)) expect(startFault(startFrom(mode, layout)), layout.name).toBeNull();
    }
  });

  it('needs marbles of all colours, a move, and no winner', () => {
    const two = (line: string): unknown => startFault(readPosition('two', line));
    const full = 'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb';
    expect(two(`${full} b 5,5 3 40`)).toBeNull();
    expect(two(`${full} b 6,0 0 0`)).toEqual({ kind: 'over' });
    expect(two(`${full.replace('/9/', '/8b/')} b 0,0 0 0`)).toEqual({ kind: 'marbles', color: 'black', count: 15, max: 14 });
    expect(two('5/6/7/8/4b4/8/7/6/5 b 0,0 0 0')).toEqual({ kind: 'marbles', color: 'white', count: 0, max: 14 });
    expect(two('wwwww/6/7/8/9/8/7/ww4/bww2 b 0,0 0 0')).toEqual({ kind: 'no_move', color: 'black' });
  });
});
