/**
 * Caches the client's files, so that pages open fast, and also without a network: games on one screen, with or without computers, the tour of
 * the rules, an analysis and stored puzzles need no server. Data from a server is never cached, so a shown game is always up to date.
 *
 * It also shows push messages while no page is open.
 */

import type { KeepEngine } from '$lib/base/platform/secure';
import { noteOf, type Pushed } from '$lib/play/notifications/pushed';

/** The interface of a service worker beyond a page's. TypeScript's own types for it conflict with those for pages. */
interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchingEvent) => void): void;
  addEventListener(type: 'message', listener: (event: AskingEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushingEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: Pages;
  readonly registration: ServiceWorkerRegistration;
  readonly location: Location;
}

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchingEvent extends LastingEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

/** The open pages. */
interface Pages {
  claim(): Promise<void>;
  matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenPage[]>;
  openWindow(path: string): Promise<unknown>;
}

interface OpenPage {
  readonly url: string;
  focus(): Promise<unknown>;
}

interface AskingEvent extends LastingEvent {
  readonly data: unknown;
}

interface PushingEvent extends LastingEvent {
  readonly data: { json(): unknown } | null;
}

interface ClickEvent extends LastingEvent {
  readonly notification: Notification;
}

declare const self: WorkerScope;

// The build writes these values.
const FILES = '__FILES__' as unknown as readonly string[];
/** The engine's module and its worker: many visitors never use them. */
const ENGINE = '__ENGINE__' as unknown as readonly string[];
const CACHE = 'sumito-__VERSION__';

const PAGE = '/';

const KEEP_ENGINE: KeepEngine = 'keep-engine';

/** Paths that the server answers itself: never from the cache. */
const SERVER = /^\/(api\/|ws$|healthz$|readyz$|openapi\.json$)/;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin || SERVER.test(pathname)) return;
  if (mode === 'navigate') event.respondWith(page(event.request));
  else if (FILES.includes(pathname)) event.respondWith(file(event.request));
  else if (ENGINE.includes(pathname)) event.respondWith(engine(event.request));
});
self.addEventListener('message', (event) => {
  if (event.data === KEEP_ENGINE) event.waitUntil(keepEngine());
});

self.addEventListener('push', (event) => {
  if (event.data !== null) event.waitUntil(show(event.data.json() as Pushed));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { path: string }).path));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((path) => new Request(path, { cache: 'reload' })));
  // Without the engine, the client is complete except for computers.
  if (await usedEngine()) await keepEngine().catch(() => undefined);
  await self.skipWaiting();
}

/** Deletes the files of other versions. A page of an older version that misses a file reloads itself. */
async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The page from the server; without a connection, the cached client, which shows the features that work offline. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(PAGE);
    if (kept === undefined) throw error;
    return kept;
  }
}

async function file(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}

/** The engine is cached at its first use. */
async function engine(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** Caches the rest of the engine. */
async function keepEngine(): Promise<void> {
  const cache = await caches.open(CACHE);
  const kept = await Promise.all(ENGINE.map((path) => cache.match(path)));
  await cache.addAll(ENGINE.filter((_, index) => kept[index] === undefined));
}

/** Whether another version has cached its engine. */
async function usedEngine(): Promise<boolean> {
  const others = (await caches.keys()).filter((name) => name !== CACHE);
  const requests = await Promise.all(others.map(async (name) => (await caches.open(name)).keys()));
  return requests.flat().some(({ url }) => url.endsWith('.wasm'));
}

/** Shows every push message: browsers require that. */
function show(pushed: Pushed): Promise<void> {
  const { title, body, tag, path } = noteOf(pushed);
  // Replaces an older notification of the same tag, with a sound. TypeScript's types lack `renotify`.
  const options = { body, tag, renotify: true, icon: '/icons/192.png', badge: '/icons/192.png', data: { path } };
  return self.registration.showNotification(title, options);
}

/** Opens a page: focuses a window that shows it, or opens a new window. */
async function open(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  await (page?.focus() ?? self.clients.openWindow(path));
}
