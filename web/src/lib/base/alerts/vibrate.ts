import { settings } from '$lib/base/settings/settings.svelte';

/** Vibrates the phone if the player has turned this on and has touched the page. @param pattern in milliseconds */
export function vibrate(pattern: number | number[]): void {
  if (settings.get('vibration') === 'off') return;
  const { userActivation } = navigator as { readonly userActivation?: UserActivation };
  if (userActivation?.hasBeenActive === false) return;
  if ('vibrate' in navigator) navigator.vibrate(pattern);
}
