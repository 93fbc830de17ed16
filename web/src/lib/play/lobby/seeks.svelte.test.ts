import { expect, it } from 'vitest';

import type { Seek } from '$lib/base/protocol/types';

import { Lobby } from './lobby.svelte';

function seek(id: string, since: number): Seek {
  const user = { id, name: id, guest: true };
  const game = { mode: 'two', layout: 'belgian_daisy', clock: { kind: 'none' }, rated: false } as const;
  return { id, user, rating: 1500, ...game, rating_range: {}, computers: null, since };
}

it('the lobby lists the longest-waiting seek first', () => {
  const lobby = new Lobby();
  lobby.changed([], [], true, [seek('b', 2)], []);
  lobby.changed([], [], false, [seek('c', 3), seek('a', 1)], []);
  expect(lobby.seeks.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  lobby.changed([], [], false, [], ['b']);
  expect(lobby.seeks.map(({ id }) => id)).toEqual(['a', 'c']);
  lobby.changed([], [], true, [], []);
  expect(lobby.seeks).toEqual([]);
});
