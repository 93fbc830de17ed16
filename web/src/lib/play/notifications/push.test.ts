import { describe, expect, it, vi } from 'vitest';

import { takePushes } from './push';

/** Bytes whose base64 has all characters that base64url replaces. */
const KEY = new Uint8Array([251, 255, 190, 1]);

function subscription(key: Uint8Array<ArrayBuffer>, endpoint: string): PushSubscription {
  const unsubscribe = vi.fn().mockResolvedValue(true);
  const toJSON = (): PushSubscriptionJSON => ({ endpoint, keys: { p256dh: 'P', auth: 'A' } });
  return { endpoint, options: { applicationServerKey: key.buffer, userVisibleOnly: true }, toJSON, unsubscribe } as unknown as PushSubscription;
}

function manager(there: PushSubscription | null): PushManager & { subscribe: ReturnType<typeof vi.fn> } {
  const made = subscription(KEY, 'https://push.example/new');
  const fake = { getSubscription: () => Promise.resolve(there), subscribe: vi.fn().mockResolvedValue(made) };
  return fake as unknown as PushManager & typeof fake;
}

describe('a push subscription', () => {
  it('is created with the server’s key, and has the fields that the server needs', async () => {
    const fresh = manager(null);
    const subscription = { endpoint: 'https://push.example/new', p256dh: 'P', auth: 'A', language: 'de' };
    expect(await takePushes(fresh, '-_--AQ', 'de')).toEqual(subscription);
    expect(fresh.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: '-_--AQ' });
  });

  it('is reused if the server has the same key', async () => {
    const there = subscription(KEY, 'https://push.example/old');
    const known = manager(there);
    expect(await takePushes(known, '-_--AQ', 'en')).toMatchObject({ endpoint: 'https://push.example/old' });
    expect(known.subscribe).not.toHaveBeenCalled();
  });

  it('is replaced if the server has another key', async () => {
    const there = subscription(new Uint8Array([1, 2]), 'https://push.example/old');
    expect(await takePushes(manager(there), '-_--AQ', 'en')).toMatchObject({ endpoint: 'https://push.example/new' });
    expect(there.unsubscribe).toHaveBeenCalledOnce();
  });
});
