import { expect, test } from 'vitest';
import { listFilesIn, listImports, root } from '../support/import-graph.js';

const workspaces = ['domain', 'event-store', 'projections', 'server', 'web'];

const sources = workspaces.flatMap((name) => listFilesIn(`${name}/src`)).filter((file) => !file.includes('.test.'));

function findImportCircle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const visitedFiles = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (visitedFiles.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const nextCycle = visit(next, [...path, file]);
      if (nextCycle) return nextCycle;
    }
    visitedFiles.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const fileCycle = visit(file, []);
    if (fileCycle) return fileCycle;
  }
  return null;
}

test('there are no import cycles, not even of type imports', () => {
  expect(sources.length).toBeGreaterThan(700);
  const cycle = findImportCircle(new Map(sources.map((file) => [file, listImports(file)])));
  expect(cycle?.map((file) => file.slice(root.length + 1)) ?? null).toBeNull();
});

test('the check detects an import cycle through a third file', () => {
  const graph = new Map([
    ['a', ['b', 'c']],
    ['b', []],
    ['c', ['d']],
    ['d', ['b', 'c']],
  ]);
  expect(findImportCircle(graph)).toEqual(['c', 'd', 'c']);
});
