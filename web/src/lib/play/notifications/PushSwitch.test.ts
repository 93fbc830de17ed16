import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { PushStatus } from '$lib/base/protocol/types';

import PushSwitch from './PushSwitch.svelte';

const said: string[] = [];
let asked = 0;
let offer: PushStatus;
let subscribe: () => Promise<unknown>;

vi.mock('$lib/base/app', () => ({
  useApp: () => ({
    session: { ask: (ask: (token: string | null) => unknown) => ask(null) },
    toasts: { show: (text: string) => said.push(text) },
    showError: vi.fn(),
  }),
}));
vi.mock('$lib/base/api/push', () => ({
  pushOffer: () => {
    asked += 1;
    return Promise.resolve(offer);
  },
  setPush: () => {
    offer = { ...offer, on: true };
    return Promise.resolve();
  },
  removePush: vi.fn(),
}));
vi.mock('$lib/base/platform/secure', () => ({
  notifications: () => ({ permission: 'granted' }),
  serviceWorkers: () => ({ ready: Promise.resolve({ pushManager: { getSubscription: () => Promise.resolve(null), subscribe } }) }),
}));
vi.mock('$lib/base/preferences/words', () => ({ t: (name: string) => name }));

beforeEach(() => {
  offer = { key: 'K', on: false };
});

afterEach(() => {
  said.length = asked = 0;
});

async function turned(): Promise<HTMLInputElement> {
  render(PushSwitch);
  const found = await screen.findByRole<HTMLInputElement>('switch');
  found.click();
  // The switch queries the server again, whether or not the push service accepts.
  await vi.waitFor(() => {
    expect(asked).toBe(2);
    expect(found.disabled).toBe(false);
  });
  return found;
}

it('the switch is on if the server knows the browser', async () => {
  subscribe = () => Promise.resolve({ endpoint: 'E', options: {}, toJSON: () => ({ keys: {} }) });
  expect((await turned()).checked).toBe(true);
  expect(said).toEqual([]);
});

it('the switch goes back and shows a message if the push service refuses', async () => {
  subscribe = () => Promise.reject(new DOMException('', 'AbortError'));
  expect((await turned()).checked).toBe(false);
  expect(said).toEqual(['preferences.pushFailed']);
});

it('the switch is absent if the server sends no pushes', async () => {
  offer = { key: null, on: false };
  render(PushSwitch);
  await Promise.resolve();
  expect(screen.queryByRole('switch')).toBeNull();
});
