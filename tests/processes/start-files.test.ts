import { readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const mainFile = new URL('../../server/dist/main.js', import.meta.url).href;

test('loads few files at startup, and no package that only some sites or requests use', () => {
  const { files, packages } = listLoadedFiles(mainFile);
  expect(files.length).toBeGreaterThan(5);
  expect(files.length).toBeLessThan(40);
  expect(files.reduce((sum, url) => sum + statSync(fileURLToPath(url)).size, 0)).toBeLessThan(3_400_000);
  expect([...packages].sort()).toEqual(['@photostructure/sqlite', 'argon2']);
});

test('loads only files at startup that V8 stores with one byte per character', () => {
  const twoByteFiles = listLoadedFiles(mainFile).files.filter((url) =>
    /[^\0-\xff]/.test(readFileSync(fileURLToPath(url), 'utf8')),
  );
  expect(twoByteFiles).toEqual([]);
});

/** Follows dynamic imports only in the first file. */
function listLoadedFiles(entryFile: string) {
  const files = new Set<string>([entryFile]);
  const packages = new Set<string>();
  for (const file of files) {
    const source = readFileSync(fileURLToPath(file), 'utf8');
    const dynamic = file === entryFile ? [...source.matchAll(/^await import\("([^"]+)"\)/gm)] : [];
    for (const [, name = ''] of [...source.matchAll(/^(?:import|export)[^;]*? from "([^"]+)";$/gm), ...dynamic]) {
      if (name.startsWith('.')) files.add(new URL(name, file).href);
      else if (!isBuiltin(name)) packages.add(name);
    }
    for (const [, name = ''] of source.matchAll(/^import "(\.[^"]+)";$/gm)) files.add(new URL(name, file).href);
  }
  return { files: [...files], packages };
}
