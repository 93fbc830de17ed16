/** The rooms to which the user was led since the page was loaded, or declined to be. */
const rooms = new Set<string>();

/** Leads a user to each board once only: a player who goes back to a tournament wants to stay there. */
export const led = {
  has: (room: string): boolean => rooms.has(room),
  add: (room: string): void => void rooms.add(room),
} as const;
