import type { Bot, BotList } from '$lib/base/protocol/types';
import { ask } from './ask';

/** The bots that are online, by name. */
export async function bots(): Promise<readonly Bot[]> {
  return (await ask<BotList>('/bots')).bots;
}
