import { describe, expect, it } from 'vitest';

import { paths, routeOf } from './routes';

describe('addresses', () => {
  it.each([
    ['/', 'home', {}],
    ['/?mode=three', 'home', {}],
    ['/games', 'games', {}],
    ['/games/', 'games', {}],
    ['/games/42', 'game', { id: '42' }],
    ['/games/42?ply=7', 'game', { id: '42' }],
    ['/room/hnmrpf6jdds3', 'room', { id: 'hnmrpf6jdds3' }],
    ['/room', 'unknown', {}],
    ['/room/a/b', 'unknown', {}],
    ['/learn', 'learn', {}],
    ['/learn/side-step', 'lesson', { topic: 'side-step' }],
    ['/rules', 'rules', {}],
    ['/glossary', 'glossary', {}],
    ['/puzzles', 'puzzles', {}],
    ['/puzzles/daily', 'puzzles', { id: 'daily' }],
    ['/embed/puzzle', 'embeddedPuzzle', {}],
    ['/elsewhere', 'unknown', {}],
    ['/room/%E0%A4%A', 'room', { id: '%E0%A4%A' }],
  ])('%s is parsed', (address, page, params) => {
    expect(routeOf(address)).toMatchObject({ page, params });
  });

  it('include the query', () => {
    const { query } = routeOf('/games?player=u1&name=Sly+Stork%3F?');
    expect(Object.fromEntries(query)).toEqual({ player: 'u1', name: 'Sly Stork??' });
  });

  it('are parsed back to the same page and id, with any characters', () => {
    expect(routeOf(paths.room('a/b ä'))).toMatchObject({ page: 'room', params: { id: 'a/b ä' } });
    expect(routeOf(paths.game('1'))).toMatchObject({ page: 'game', params: { id: '1' } });
    expect(routeOf(paths.game('1', 12)).query.get('ply')).toBe('12');
    const player = { id: 'u 1', name: 'A&B ä+?' };
    expect(Object.fromEntries(routeOf(paths.gamesOf(player)).query)).toEqual({ player: player.id, name: player.name });
  });
});
