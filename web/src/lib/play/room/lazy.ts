/** Parts of a room that are loaded when other players act, as one chunk. */
export { followAlerts } from './alerts.svelte';
export { default as ClaimBar } from './ClaimBar.svelte';
export { default as FirstMove } from './FirstMove.svelte';
export { default as OfferCard } from './OfferCard.svelte';
export { default as News } from './StatusNews.svelte';
export { default as RoomTools } from './RoomTools.svelte';
export { default as SlowTools } from './SlowTools.svelte';
export { default as StepQuestion } from './StepQuestion.svelte';
export { default as TournamentBar } from './TournamentBar.svelte';
