import { routeOf } from './routes';

/** Which page is shown, by the address; links of this site change it without loading anything. */
export class Router {
  #address = $state(addressOf(location));
  readonly route = $derived(routeOf(this.#address));

  /** Begins to follow the address and the links. */
  start(): void {
    addEventListener('popstate', () => {
      this.#address = addressOf(location);
    });
    document.addEventListener('click', (event) => {
      const address = addressOfClick(event);
      if (address === null) return;
      event.preventDefault();
      this.go(address);
    });
  }

  go(address: string): void {
    if (address !== addressOf(location)) history.pushState(null, '', address);
    this.#address = address;
    scrollTo(0, 0);
  }
}

function addressOf({ pathname, search }: Location | HTMLAnchorElement): string {
  return pathname + search;
}

/** Where a plain click on a link of this site leads; `null` for all that the browser should do itself. */
function addressOfClick(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download')) return null;
  return link.origin === location.origin ? addressOf(link) : null;
}
