import { describe, expect, it } from 'vitest';

import readme from '../../README.md?raw';

const SOURCES = import.meta.glob<string>(['./**/*.{ts,svelte}', '!./**/*.test.ts'], { query: '?raw', import: 'default', eager: true });

/** The imports of modules, by name: static, as a type, or dynamic. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]((?:\$lib|\.{1,2})\/[^'"?]*)/g;

/**
 * The folders of all districts, such as `base/ui`, by the height of their layer, as the README draws them. A lower district has lower
 * layers only.
 */
function drawn(): Map<string, number> {
  const [, drawing = ''] = /```layers\n([^`]*)```/.exec(readme) ?? [];
  const heights = new Map<string, number>();
  const lines = drawing.trim().split('\n');
  let district = '';
  lines.forEach((line, row) => {
    if (line.endsWith('/')) district = line;
    else for (const name of line.split('·')) heights.set(district + name.trim(), lines.length - row);
  });
  return heights;
}

/** The folder of a path below `src/`: its district and folder below `lib/`, or a file of the district such as `base/app.ts`. */
function folderOf(path: string): string {
  const [root = '', district = '', folder = '', ...rest] = path.split('/');
  if (root !== 'lib') return root;
  return rest.length > 0 || folder.endsWith('.ts') ? `${district}/${folder}` : `${district}/${folder}.ts`;
}

/** The folder of an imported module; `null` outside `src/`. */
function target(importer: string, name: string): string | null {
  if (name.startsWith('$lib/')) return folderOf(name.slice('$'.length));
  const { pathname } = new URL(name, `file:///src/${importer}`);
  return pathname.startsWith('/src/') ? folderOf(pathname.slice('/src/'.length)) : null;
}

/** Every import that leads out of its folder: the file, its folder, and the target. */
function imports(): { path: string; from: string; to: string }[] {
  return Object.entries(SOURCES).flatMap(([relative, source]) => {
    const path = relative.replace('./', 'lib/');
    const from = folderOf(path);
    const names = [...source.matchAll(IMPORT)].map(([, name = '']) => target(path, name));
    return names.flatMap((to) => (to === null || to === from ? [] : [{ path, from, to }]));
  });
}

describe('the layers of lib/', () => {
  const heights = drawn();

  it('list every folder, and no other', () => {
    const folders = new Set(Object.keys(SOURCES).map((path) => folderOf(path.replace('./', 'lib/'))));
    expect([...heights.keys()].sort()).toEqual([...folders].sort());
  });

  it('import only from lower layers', () => {
    const all = imports();
    expect(all.length).toBeGreaterThan(500);
    const height = (name: string): number => heights.get(name) ?? Number.NaN;
    const upward = all.filter(({ from, to }) => !(height(to) < height(from)));
    expect(upward.map(({ path, to }) => `${path} imports ${to}`)).toEqual([]);
  });
});
