import type { PushStatus, PushSubscriptionRequest } from '$lib/protocol/types';
import { ask } from './ask';

/** Whether the server pushes, and to this browser. @param token what proves who asks, where the browser keeps no cookie */
export function pushOffer(token: string | null): Promise<PushStatus> {
  return ask('/push', {}, token);
}

/** Has this browser pushed to, as long as one is logged in. */
export function setPush(wish: PushSubscriptionRequest, token: string | null): Promise<void> {
  return ask('/me/push', { method: 'PUT', body: JSON.stringify(wish) }, token);
}

export function removePush(token: string | null): Promise<void> {
  return ask('/me/push', { method: 'DELETE' }, token);
}
