import { ask } from '$lib/base/api/ask';
import type { Avatar, Face, FaceList } from '$lib/base/protocol/types';

/** The user's own country and picture: the menu follows a change on the page of the user. */
export const ownFace = $state<{ value: Face | null }>({ value: null });

/** Loads the details shown next to the user's name. */
export async function loadOwnFace(user: string): Promise<void> {
  const { faces } = await ask<FaceList>(`/faces?users=${encodeURIComponent(user)}`, { cache: 'no-cache' });
  ownFace.value = faces[0] ?? { user };
}

/** The address of a picture. @param tag changes with the picture */
export function avatarPath(user: string, tag: string): string {
  return `/api/v1/players/${encodeURIComponent(user)}/avatar?v=${encodeURIComponent(tag)}`;
}

/** @param country a code of ISO 3166; `null` to show none */
export function setCountry(country: string | null, token: string | null): Promise<void> {
  return ask('/me/country', { method: 'PUT', body: JSON.stringify({ country }) }, token);
}

export function uploadAvatar(picture: Blob, token: string | null): Promise<Avatar> {
  return ask<Avatar>('/me/avatar', { method: 'PUT', body: picture }, token);
}

export function deleteAvatar(token: string | null): Promise<void> {
  return ask('/me/avatar', { method: 'DELETE' }, token);
}
