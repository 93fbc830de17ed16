import { addressWith } from './address';
import { Kept } from './kept';
import { routeOf, type Route } from './routes';
import { rememberedScroll, rememberScroll, scrollWhenLongEnough } from './scroll';

/** An entry of the browser's history. */
interface Entry {
  /** Identifies the entry among all entries of this tab. */
  readonly key: string;
  /** Path and query. */
  readonly address: string;
}

/** The way by which the user reached the page: first load, link, or back and forward. */
export type Arrival = 'load' | 'link' | 'history';

/** The page for the address; links of this site change it without a page load. */
export class Router {
  #entry = $state.raw<Entry>(currentEntry());
  readonly route: Route = $derived(routeOf(this.#entry.address));
  /** Another path is another page, even if it looks the same. */
  readonly pathname = $derived(this.#entry.address.split('?')[0] ?? '/');
  /** The address from which a link has led to this page; empty for the first page. */
  previous = '';
  #arrival: Arrival = 'load';
  readonly #kept = new Kept();
  #stopScrolling: () => void = () => undefined;

  /** Follows the address and the links until the returned function is called. */
  start(): () => void {
    history.scrollRestoration = 'manual';
    history.replaceState(stateOf(this.#entry), '');
    const stopping = new AbortController();
    const { signal } = stopping;
    const onpopstate = (): void => {
      // The browser has not scrolled yet: the position belongs to the page that is left.
      rememberScroll(this.#entry.key);
      this.#show(currentEntry(), 'history');
    };
    const onclick = (event: MouseEvent): void => {
      const address = addressOfClick(event);
      if (address === null) return;
      event.preventDefault();
      this.go(address);
    };
    addEventListener('popstate', onpopstate, { signal });
    addEventListener('pagehide', () => rememberScroll(this.#entry.key), { signal });
    document.addEventListener('click', onclick, { signal });
    return () => stopping.abort();
  }

  /** Shows another page of this site. */
  go(address: string): void {
    if (address === this.#entry.address) {
      scrollTo(0, 0);
      return;
    }
    rememberScroll(this.#entry.key);
    this.previous = this.#entry.address;
    const entry = { key: newKey(), address };
    history.pushState(stateOf(entry), '', address);
    this.#show(entry, 'link');
  }

  /** Changes the address of the shown page; Back still leads to the page before. */
  setQuery(change: Readonly<Record<string, string | null>>): void {
    const address = addressWith(this.#entry.address, change);
    if (address === this.#entry.address) return;
    this.#entry = { ...this.#entry, address };
    history.replaceState(stateOf(this.#entry), '', address);
  }

  /**
   * A value that a page finds again when the user comes back to it, for example the loaded part of a list. It belongs to
   * the entry of the history, not to the address, and does not survive a reload.
   */
  kept<Value>(name: string, make: () => Value): Value {
    return this.#kept.get(`${this.#entry.key} ${name}`, make);
  }

  /** Outlet calls this when the page for the address is on the screen. */
  shown(): void {
    this.#stopScrolling();
    const top = this.#arrival === 'link' ? 0 : rememberedScroll(this.#entry.key);
    // A page that was just loaded is at its top: to scroll there would lay it out for nothing.
    if (this.#arrival === 'load' && top === 0) return;
    this.#stopScrolling = scrollWhenLongEnough(top);
  }

  /** Whether the user came here by a step within the site, so that the focus should follow. */
  get stepped(): boolean {
    return this.#arrival !== 'load';
  }

  #show(entry: Entry, arrival: Arrival): void {
    this.#stopScrolling();
    this.#arrival = arrival;
    this.#entry = entry;
  }
}

function currentEntry(): Entry {
  const state: unknown = history.state;
  const key = typeof state === 'object' && state !== null && 'entry' in state ? String(state.entry) : newKey();
  return { key, address: addressOf(location) };
}

function stateOf({ key }: Entry): { entry: string } {
  return { entry: key };
}

let made = 0;

function newKey(): string {
  made += 1;
  return `${Math.round(performance.timeOrigin)}.${made}`;
}

function addressOf({ pathname, search }: Location | HTMLAnchorElement): string {
  return pathname + search;
}

/** The target of a plain click on a link of this site; `null` if the browser should handle the click. */
function addressOfClick(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download') || link.hash !== '') return null;
  if (link.origin !== location.origin || routeOf(addressOf(link)).page === 'unknown') return null;
  return addressOf(link);
}
