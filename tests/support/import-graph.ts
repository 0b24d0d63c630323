import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

export const root = resolve(import.meta.dirname, '../..');

export const listFilesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(root, folder, file));

export function listImports(file: string): string[] {
  return ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles.flatMap(({ fileName }) => {
    const [, workspace, path] = /^@guildhall\/([\w-]+)\/(.*)\.js$/.exec(fileName) ?? [];
    if (!workspace && !fileName.startsWith('.')) return []; // The module belongs to a third-party package.
    const target = workspace && path ? join(root, workspace, 'src', path) : resolve(dirname(file), fileName);
    const base = target.replace(/\.js$/, '');
    return [`${base}.ts`, `${base}.tsx`].find((candidate) => existsSync(candidate)) ?? [];
  });
}
