import type { VacationStatus } from '$lib/base/protocol/types';
import { ask } from './ask';

/** The user's vacation, and how much is left. */
export function vacation(token: string | null): Promise<VacationStatus> {
  return ask('/me/vacation', {}, token);
}

export function beginVacation(days: number, token: string | null): Promise<VacationStatus> {
  return ask('/me/vacation', { method: 'PUT', body: JSON.stringify({ days }) }, token);
}

export function endVacation(token: string | null): Promise<VacationStatus> {
  return ask('/me/vacation', { method: 'DELETE' }, token);
}
