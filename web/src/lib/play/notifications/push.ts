import type { Language, PushSubscriptionRequest } from '$lib/base/protocol/types';
import { serviceWorkers } from '$lib/base/platform/secure';

/** The push manager of the site's service worker, once it is ready; `null` if the browser has none. */
export async function pushManager(): Promise<PushManager | null> {
  const registration: { readonly pushManager?: PushManager } | undefined = await serviceWorkers()?.ready;
  // Some browsers have one for installed sites only.
  return registration?.pushManager ?? null;
}

/**
 * Subscribes to pushes of a server.
 *
 * @param key the server's
 * @returns the data that the server needs
 * @throws {DOMException} (as a rejection) when the browser or its push service refuses
 */
export async function takePushes(manager: PushManager, key: string, language: Language): Promise<PushSubscriptionRequest> {
  let subscription = await manager.getSubscription();
  if (subscription !== null && keyOf(subscription) !== key) {
    // It is for the server's previous key.
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  return { endpoint: subscription.endpoint, p256dh, auth, language };
}

/** Unsubscribes. Callers need not await it: the server sends nothing to users who have logged out. */
export async function dropPushes(): Promise<void> {
  try {
    const subscription = await (await pushManager())?.getSubscription();
    await subscription?.unsubscribe();
  } catch {
    // The push service is unreachable. Its subscription is useless without the server.
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
