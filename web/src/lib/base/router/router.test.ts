import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Router } from './router.svelte';

/** The part of the browser's history that a router needs: happy-dom does not navigate. */
function goBack(entry: { state: unknown; address: string }): void {
  history.replaceState(entry.state, '', entry.address);
  dispatchEvent(new PopStateEvent('popstate', { state: entry.state }));
}

function here(): { state: unknown; address: string } {
  return { state: history.state, address: location.pathname + location.search };
}

let router: Router;
let stop: () => void;

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/games?player=u1');
  vi.stubGlobal('scrollTo', (_x: number, y: number) => Object.assign(globalThis, { scrollY: y }));
  Object.defineProperty(document.documentElement, 'scrollHeight', { value: 5000, configurable: true });
  Object.assign(globalThis, { scrollY: 0 });
  router = new Router();
  stop = router.start();
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

describe('the router', () => {
  it('restores parameters and query when the user goes back', () => {
    const list = here();
    router.go('/games/42?ply=7');
    expect(router.route).toMatchObject({ page: 'game', params: { id: '42' } });
    goBack(list);
    expect(router.route.page).toBe('games');
    expect(router.route.query.get('player')).toBe('u1');
  });

  it('shows a new page from its top, and restores the scroll position when the user goes back', () => {
    const list = here();
    scrollTo(0, 700);
    router.go('/games/42');
    router.shown();
    expect(scrollY).toBe(0);
    goBack(list);
    router.shown();
    expect(scrollY).toBe(700);
  });

  it('keeps a page’s state for each entry of the history', () => {
    const list = here();
    const made = router.kept('games', () => ['first']);
    router.go('/games?player=u2');
    expect(router.kept('games', () => ['second'])).toEqual(['second']);
    goBack(list);
    expect(router.kept('games', () => ['third'])).toBe(made);
  });

  it('changes the query of a page without a new entry in the history', () => {
    router.go('/games/42');
    const steps = history.length;
    router.setQuery({ ply: '7' });
    router.setQuery({ ply: '8', turn: null });
    expect(location.search).toBe('?ply=8');
    expect(router.route.query.get('ply')).toBe('8');
    expect(history.length).toBe(steps);
    router.setQuery({ ply: null });
    expect(location.search).toBe('');
  });

  it('handles clicks on links to pages of this site only', () => {
    document.body.innerHTML = '<a href="/games/1">1</a><a href="/openapi.json">2</a><a href="https://elsewhere/">3</a>';
    const [own, file, foreign] = document.querySelectorAll('a');
    // The browser would follow every link that the router ignores.
    document.addEventListener('click', (event) => event.preventDefault());
    const taken = [own, file, foreign].map((link) => {
      history.replaceState(history.state, '', '/');
      link?.click();
      return location.pathname !== '/';
    });
    expect(taken).toEqual([true, false, false]);
  });
});
