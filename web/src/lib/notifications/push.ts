import type { Language, PushSubscriptionRequest } from '$lib/protocol/types';
import { serviceWorkers } from '$lib/platform/secure';

/** What takes pushes for the site, when the service worker is there that can show them; `null` where the browser has none. */
export async function pushManager(): Promise<PushManager | null> {
  const registration: { readonly pushManager?: PushManager } | undefined = await serviceWorkers()?.ready;
  // Some browsers have one for sites that are installed only.
  return registration?.pushManager ?? null;
}

/**
 * Has the browser's push service take pushes of a server.
 *
 * @param key the server's
 * @returns what the server has to know
 * @throws {DOMException} (as a rejection) when the browser or its push service does not want to
 */
export async function takePushes(manager: PushManager, key: string, language: Language): Promise<PushSubscriptionRequest> {
  let subscription = await manager.getSubscription();
  if (subscription !== null && keyOf(subscription) !== key) {
    // It is for the key that the server had before.
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  return { endpoint: subscription.endpoint, p256dh, auth, language };
}

/** Has it take none any more. Nobody waits for that: the server pushes to nobody who has logged out. */
export async function dropPushes(): Promise<void> {
  try {
    const subscription = await (await pushManager())?.getSubscription();
    await subscription?.unsubscribe();
  } catch {
    // The push service is away. What it holds is good for nothing without the server.
  }
}

/** The key of the server for which it is, in base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
