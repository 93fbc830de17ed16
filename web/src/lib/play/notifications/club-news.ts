import type { UserNotification } from '$lib/base/protocol/types';

/** An announcement of a club of the user. */
export type ClubNews = Extract<UserNotification, { kind: 'club_announcement' }>;
