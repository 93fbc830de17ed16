import type { PushStatus, PushSubscriptionRequest } from '$lib/base/protocol/types';
import { ask } from './ask';

/** Whether the server sends pushes, and whether this browser is subscribed. @param token for browsers that store no cookie */
export function pushOffer(token: string | null): Promise<PushStatus> {
  return ask('/push', {}, token);
}

/** Subscribes this browser to pushes while the user is logged in. */
export function setPush(subscription: PushSubscriptionRequest, token: string | null): Promise<void> {
  return ask('/me/push', { method: 'PUT', body: JSON.stringify(subscription) }, token);
}

export function removePush(token: string | null): Promise<void> {
  return ask('/me/push', { method: 'DELETE' }, token);
}
