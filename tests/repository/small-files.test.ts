import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listFilesIn, listImports, root } from '../support/import-graph.js';

const minLines = 30;
const packages = ['domain', 'event-store', 'projections', 'server', 'web'];
/** A feature's texts, a view's queries, and a module that the build replaces stay in separate files at any length. */
const isSeparate = (file: string) =>
  /\/texts\.ts$/.test(file) ||
  /^projections\/src\/views\/[\w-]+\/queries\.ts$/.test(file) ||
  file === 'web/src/ui/emoji/sprites.ts';

/**
 * Returns the files, without extension, that a page loads lazily. If they were merged into their importer, they would
 * load with the page.
 */
function listFetchedLater(file: string): string[] {
  const pattern = /\/lazy-\w+\.ts$/.test(file) ? /from '(\..*?)\.js'/g : /import\('(\..*?)\.js'\)/g;
  const paths = [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, path = '']) => path);
  return paths.map((path) => relative(root, resolve(dirname(file), path)));
}

const isTestCode = (file: string) => /\.test\.|\/testing\/|^(tests|bench|scripts)\//.test(file);

interface SourceFile {
  /** Relative to the repository root. */
  path: string;
  lines: number;
  imports: readonly string[];
}

function listSmallFiles(files: readonly SourceFile[]): string[] {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of files) {
    for (const importedFile of new Set(imports))
      importers.set(importedFile, [...(importers.get(importedFile) ?? []), path]);
  }
  const isSmall = ({ path, lines }: SourceFile) => {
    const [importer, ...others] = importers.get(path) ?? [];
    return (
      lines < minLines && !isTestCode(path) && importer !== undefined && others.length === 0 && !isTestCode(importer)
    );
  };
  return files.filter(isSmall).map(({ path }) => path);
}

test('no product file under 30 lines has only one importer', () => {
  const toRepositoryPath = (file: string) => relative(root, file);
  const files = [...packages.map((name) => `${name}/src`), 'tests', 'bench'].flatMap(listFilesIn);
  const sources = files.map((file): SourceFile => ({
    path: toRepositoryPath(file),
    lines: readFileSync(file, 'utf8').trimEnd().split('\n').length,
    imports: listImports(file).map(toRepositoryPath),
  }));
  expect(sources.length).toBeGreaterThan(1_000);
  const lazyFiles = new Set(listFilesIn('web/src').flatMap(listFetchedLater));
  const unmergedFiles = listSmallFiles(sources).filter(
    (path) => !isSeparate(path) && !lazyFiles.has(path.replace(/\.tsx?$/, '')),
  );
  expect(unmergedFiles).toEqual([]);
});

test('the check detects a short file with one importer, unless a test imports it too', () => {
  const buildFile = (path: string, lines: number, ...imports: string[]): SourceFile => ({ path, lines, imports });
  const smallPath = 'server/src/small.ts';
  const largeFile = buildFile('server/src/large.ts', 100, smallPath, smallPath);
  expect(listSmallFiles([buildFile(smallPath, 29), largeFile])).toEqual([smallPath]);
  expect(listSmallFiles([buildFile(smallPath, 30), largeFile])).toEqual([]);
  expect(
    listSmallFiles([buildFile(smallPath, 29), largeFile, buildFile('server/src/other.ts', 100, smallPath)]),
  ).toEqual([]);
  expect(
    listSmallFiles([buildFile(smallPath, 29), largeFile, buildFile('server/src/small.test.ts', 9, smallPath)]),
  ).toEqual([]);
});
