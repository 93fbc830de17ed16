import { describe, expect, it } from 'vitest';
import { paths, routeOf } from './routes';

describe('addresses', () => {
  it.each([
    ['/', { page: 'lobby' }],
    ['/games', { page: 'games', player: null }],
    ['/games/', { page: 'games', player: null }],
    ['/games?name=B', { page: 'games', player: null }],
    ['/games?player=u1', { page: 'games', player: { id: 'u1', name: '' } }],
    ['/games?player=u1&name=Sly+Stork%3F?', { page: 'games', player: { id: 'u1', name: 'Sly Stork??' } }],
    ['/games/42', { page: 'game', id: '42' }],
    ['/room/hnmrpf6jdds3', { page: 'room', id: 'hnmrpf6jdds3' }],
    ['/room', { page: 'unknown' }],
    ['/room/a/b', { page: 'unknown' }],
    ['/elsewhere', { page: 'unknown' }],
    ['/room/%E0%A4%A', { page: 'room', id: '%E0%A4%A' }],
  ])('%s', (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });

  it('lead back to their pages, whatever the id', () => {
    expect(routeOf(paths.room('a/b ä'))).toEqual({ page: 'room', id: 'a/b ä' });
    expect(routeOf(paths.game('1'))).toEqual({ page: 'game', id: '1' });
    const player = { id: 'u 1', name: 'A&B ä+?' };
    expect(routeOf(paths.gamesOf(player))).toEqual({ page: 'games', player });
  });
});
