import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folders = ['domain', 'event-store', 'projections', 'server', 'web'].map((name) => `${name}/src`);
const maxFiles = 15;
/** This folder has one file per API resource. */
const unboundedFolders = new Set(['server/src/routes']);

function findCrowdedFolders(paths: readonly string[]): [folder: string, files: number][] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    if (!/\.(ts|tsx|mjs|js)$/.test(path) || path.includes('.test.')) continue;
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return [...counts].filter(([folder, files]) => files > maxFiles && !unboundedFolders.has(folder));
}

test('a folder contains at most 15 source files', () => {
  const paths = [...folders, 'tests', 'bench', 'scripts', 'link-server'].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  expect(paths.length).toBeGreaterThan(1_000);
  expect(findCrowdedFolders(paths)).toEqual([]);
});

test('the check detects a folder with too many source files', () => {
  const buildNumberedFiles = (folder: string, name: string) =>
    Array.from({ length: 16 }, (_, n) => `${folder}/${n}${name}`);
  const paths = [
    ...buildNumberedFiles('web/src/ui', '.tsx'),
    ...buildNumberedFiles('domain/src', '.test.ts'),
    ...buildNumberedFiles('bench', '.md'),
  ];
  expect(findCrowdedFolders(paths)).toEqual([['web/src/ui', 16]]);
});
