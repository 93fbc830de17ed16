type Extras = typeof import('./lazy');

/** Loads a part of every page that only users with games or an account need. */
export function extra<Name extends keyof Extras>(name: Name): () => Promise<{ default: Extras[Name] }> {
  return async () => ({ default: (await import('./lazy'))[name] });
}
