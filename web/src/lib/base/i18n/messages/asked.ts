const SOURCES = import.meta.glob<string>(['../../../../**/*.{ts,svelte}', '!../../../../**/*.test.ts', '!./**', '!../../protocol/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Calls in the sources that pass a number as text: no plural can depend on it. */
export function countsAsText(): string[] {
  return Object.entries(SOURCES).flatMap(([path, source]) =>
    [...source.matchAll(/\bt\((?:[^()]|\([^()]*\))*?\b(\w+): (?:numberText|pointsText)\(/g)].map(([, name]) => `${path}: ${name}`),
  );
}

/** The message names in the sources. @param groups the first parts of names */
export function asked(groups: ReadonlySet<string>): { whole: Set<string>; patterns: RegExp[] } {
  const whole = new Set<string>();
  const patterns: RegExp[] = [];
  const begin = `(?:${[...groups].join('|')})\\.`;
  for (const source of Object.values(SOURCES)) {
    for (const [, name = ''] of source.matchAll(new RegExp(`['"\`](${begin}[\\w.-]+)['"\`]`, 'g'))) whole.add(name);
    // A name with a part that is only known at run time: `color.${color}`.
    for (const [, head = '', tail = ''] of source.matchAll(new RegExp(`\`(${begin}[\\w.]*)\\$\\{[^}]*\\}([\\w.]*)\``, 'g'))) {
      patterns.push(new RegExp(`^${head.replaceAll('.', '\\.')}[\\w-]+${tail.replaceAll('.', '\\.')}$`));
    }
  }
  return { whole, patterns };
}
