import type { Page } from '$lib/base/protocol/page';
import type { Bot, BotList, Mode } from '$lib/base/protocol/types';
import { ask } from './ask';

/** The bots that are online, the strongest first. */
export async function bots(): Promise<readonly Bot[]> {
  return (await ask<BotList>('/bots?online=true&limit=200')).bots;
}

/** The bots with accounts, the strongest first. @param from `next` of the page before; `null` for the first */
export async function rankedBots(mode: Mode, from: string | null): Promise<Page<Bot>> {
  const query = new URLSearchParams({ mode });
  if (from !== null) query.set('cursor', from);
  const { bots: rows, next } = await ask<BotList>(`/bots?${query}`);
  return { rows, next };
}
