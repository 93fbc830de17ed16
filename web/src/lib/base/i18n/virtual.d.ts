declare module 'virtual:messages' {
  import type { Loaders } from './library.svelte';

  /** Loads the compiled messages, by language and catalogue. Made by `vite/messages.ts`. */
  const loaders: Loaders;
  export default loaders;
}
