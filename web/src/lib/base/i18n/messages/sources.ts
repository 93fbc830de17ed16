import type { Messages } from './message';

/** The source of every file of messages by its path: for the build, which compiles them, and for tests. */
export const sources: Readonly<Record<string, Messages>> = import.meta.glob<Messages>('./*/**/*.ts', {
  eager: true,
  import: 'default',
});
