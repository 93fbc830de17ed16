import type { UserNotification } from '$lib/base/protocol/types';

/** An announcement of a club of the user. */
export type ClubNews = Extract<UserNotification, { kind: 'club_announcement' }>;

/** A director's message to the participants of a tournament. */
export type TournamentNews = Extract<UserNotification, { kind: 'tournament_announcement' }>;

/** The first unread line of a conversation, or its reading. */
export type ConversationNews = Extract<UserNotification, { kind: 'conversation' }>;
