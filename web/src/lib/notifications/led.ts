/** The rooms to which one was led since the page was loaded, or did not want to be. */
const rooms = new Set<string>();

/** Nobody is led to the same board twice: whoever goes back to a tournament wants to see it. */
export const led = {
  has: (room: string): boolean => rooms.has(room),
  add: (room: string): void => void rooms.add(room),
} as const;
