import { describe, expect, it } from 'vitest';

import readme from '../../README.md?raw';

const SOURCES = import.meta.glob<string>(['./**/*.{ts,svelte}', '!./**/*.test.ts'], { query: '?raw', import: 'default', eager: true });

/** The imports of modules, by name: static, as a type, or dynamic. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]((?:\$lib|\.{1,2})\/[^'"?]*)/g;

/** The folders by the height of their floor, from 0 at the bottom, as the README draws them. */
function drawn(): Map<string, number> {
  const [, drawing = ''] = /```floors\n([^`]*)```/.exec(readme) ?? [];
  const floors = drawing.trim().split('\n').reverse();
  return new Map(floors.flatMap((floor, height) => floor.split('·').map((name): [string, number] => [name.trim(), height])));
}

/** The first part of a path below `lib/`: a folder, or a file that stands beside them. */
function folderOf(path: string): string {
  const [first = '', ...rest] = path.split('/');
  return rest.length > 0 || first.endsWith('.ts') ? first : `${first}.ts`;
}

/** The target of an import, below `lib/`; `null` for any other target. */
function target(importer: string, name: string): string | null {
  if (name.startsWith('$lib/')) return folderOf(name.slice('$lib/'.length));
  const { pathname } = new URL(name, `file:///lib/${importer}`);
  return pathname.startsWith('/lib/') ? folderOf(pathname.slice('/lib/'.length)) : null;
}

/** Every import that leads out of its folder: the file, its folder, and the target. */
function imports(): { path: string; from: string; to: string }[] {
  return Object.entries(SOURCES).flatMap(([relative, source]) => {
    const path = relative.slice('./'.length);
    const from = folderOf(path);
    const names = [...source.matchAll(IMPORT)].map(([, name = '']) => target(path, name));
    return names.flatMap((to) => (to === null || to === from ? [] : [{ path, from, to }]));
  });
}

describe('the floors of lib/', () => {
  const floors = drawn();

  it('list every folder, and no other', () => {
    const folders = new Set(Object.keys(SOURCES).map((path) => folderOf(path.slice('./'.length))));
    expect([...floors.keys()].sort()).toEqual([...folders].sort());
  });

  it('import only from lower floors', () => {
    const all = imports();
    expect(all.length).toBeGreaterThan(500);
    const height = (name: string): number => floors.get(name) ?? Number.NaN;
    const upward = all.filter(({ from, to }) => !(height(to) < height(from)));
    expect(upward.map(({ path, to }) => `${path} imports ${to}`)).toEqual([]);
  });
});
