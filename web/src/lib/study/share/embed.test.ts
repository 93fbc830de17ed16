import { expect, it } from 'vitest';

import { routeOf } from '$lib/base/router/routes';

import { embedCode } from './embed';

function sourceOf(code: string): URL {
  return new URL(/src="([^"]*)"/.exec(code)?.[1] ?? '');
}

it('the code for another site leads to the game in a frame', () => {
  const whole = sourceOf(embedCode('https://example.org', 'g1', 'Ada – Bob'));
  expect([whole.origin, whole.search]).toEqual(['https://example.org', '']);
  expect(routeOf(whole.pathname)).toMatchObject({ page: 'embed', params: { id: 'g1' } });
  expect(sourceOf(embedCode('https://example.org', 'g1', 'Ada – Bob', 12)).search).toBe('?ply=12');
});

it('the code for another site contains names as text', () => {
  expect(embedCode('https://example.org', 'g1', 'A "<b>" & B')).toContain('title="A &#34;&#60;b&#62;&#34; &#38; B"');
});
