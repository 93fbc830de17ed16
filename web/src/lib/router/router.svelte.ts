import { routeOf } from './routes';

/** Which page is shown, by the address; links of this site change it without loading anything. */
export class Router {
  #path = $state(location.pathname);
  readonly route = $derived(routeOf(this.#path));

  /** Begins to follow the address and the links. */
  start(): void {
    addEventListener('popstate', () => {
      this.#path = location.pathname;
    });
    document.addEventListener('click', (event) => {
      const path = pathOfClick(event);
      if (path === null) return;
      event.preventDefault();
      this.go(path);
    });
  }

  go(path: string): void {
    if (path !== location.pathname) history.pushState(null, '', path);
    this.#path = path;
    scrollTo(0, 0);
  }
}

/** Where a plain click on a link of this site leads; `null` for all that the browser should do itself. */
function pathOfClick(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download')) return null;
  return link.origin === location.origin ? link.pathname : null;
}
