import type { Messages } from './message';

/** Every file of messages by its path, as it is written: for the build, which compiles them, and for tests. */
export const sources: Readonly<Record<string, Messages>> = import.meta.glob<Messages>('./*/**/*.ts', {
  eager: true,
  import: 'default',
});
