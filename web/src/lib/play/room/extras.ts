/** What a room needs once others act, but not at first sight; loaded as one. */
export { followAlerts } from './alerts.svelte';
export { default as ClaimBar } from './ClaimBar.svelte';
export { default as FirstMove } from './FirstMove.svelte';
export { default as OfferCard } from './OfferCard.svelte';
export { default as RoomTools } from './RoomTools.svelte';
export { default as TournamentBar } from './TournamentBar.svelte';
