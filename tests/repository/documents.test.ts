import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refusals } from '@guildhall/domain/refusals.js';
import { expect, test } from 'vitest';
import { validCalls } from '../support/calls/valid-calls.js';

const root = new URL('../../', import.meta.url);
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(new URL('docs/', root)).map((name) => `docs/${name}`),
];
/** Matches a repository path in backticks that begins with a top-level folder. */
const path = /`((?:domain|event-store|projections|server|web|tests|bench|scripts|docs)\/[\w./*-]*)`/g;

const findFileNames = (text: string): string[] => [...text.matchAll(path)].map(([, named = '']) => named);

function isThere(named: string, folder = fileURLToPath(root)): boolean {
  if (!statSync(folder).isDirectory()) return false;
  const [segment = '', ...rest] = named.split('/').filter(Boolean);
  const pattern = new RegExp(`^${segment.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
  const matchingFiles = segment.includes('*')
    ? readdirSync(folder).filter((name) => pattern.test(name))
    : existsSync(join(folder, segment))
      ? [segment]
      : [];
  return matchingFiles.some((name) => rest.length === 0 || isThere(rest.join('/'), join(folder, name)));
}

test.each(documents.filter((name) => name.endsWith('.md')))('%s refers only to existing files', (name) => {
  const namedFiles = findFileNames(readFileSync(new URL(name, root), 'utf8'));
  expect(namedFiles.filter((file) => !isThere(file))).toEqual([]);
});

test.each(documents.filter((name) => name.endsWith('.md')))('%s refers only to existing calls', (name) => {
  const text = readFileSync(new URL(name, root), 'utf8');
  const calls = [...text.matchAll(/`(GET|POST|PUT|DELETE) \/api(\/[^`?]+)`/g)];
  const namedCalls = calls.map(([, method = '', path = '']) => `${method.toLowerCase()} ${path}`);
  // Every API call named in the documents has a valid example.
  expect(namedCalls.filter((call) => !(call in validCalls))).toEqual([]);
});

test('the check detects a link to a missing file', () => {
  const namedFiles = findFileNames('See `server/src/app.ts`, `server/src/gone.ts` and `web/src/*/nothing.ts`.');
  expect(namedFiles.filter((file) => !isThere(file))).toEqual(['server/src/gone.ts', 'web/src/*/nothing.ts']);
});

test('the documentation lists only existing refusal codes for a reply', () => {
  const text = readFileSync(new URL('docs/architecture.md', root), 'utf8');
  const [, table = ''] = /## Why a reply is refused\n([\s\S]*?)\n## /.exec(text) ?? [];
  const codes = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) => cell.match(/[a-z-]+/g) ?? []);
  expect(codes.length).toBeGreaterThan(10);
  expect(codes.filter((code) => !(code in refusals))).toEqual([]);
});

test('limits the number of steps in the documented path of a reply', () => {
  const text = readFileSync(new URL('docs/architecture.md', root), 'utf8');
  const [, walk = ''] = /## A reply, step by step\n([\s\S]*?)\nMeanwhile, the route/.exec(text) ?? [];
  const files = new Set(findFileNames(walk));
  expect(files.size).toBeGreaterThan(15);
  expect(files.size).toBeLessThanOrEqual(20);
});
