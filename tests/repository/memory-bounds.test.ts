import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const document = readFileSync(join(root, 'docs/security.md'), 'utf8');

describe('caches listed in docs/security.md', () => {
  const fields =
    /^ {2}(?:private |readonly |protected |static |#)+(\w+)(?:: [^=;]+)? = new (?:Map|Set|LRUCache|RateLimiterMemory)\b/gm;
  const fieldsOfConstructors = /^ {4}this\.#?(\w+) = new (?:LRUCache|RateLimiterMemory)\b/gm;
  const variables = /^(?:export )?(?:const|let) (\w+)(?:: [^=;]+)? = new (?:Map|LRUCache|RateLimiterMemory)\b/gm;

  function listContainers(folder: string): string[] {
    return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): string[] => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === 'testing' ? [] : listContainers(path);
      if (!entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) return [];
      const text = readFileSync(join(root, path), 'utf8');
      return [fields, fieldsOfConstructors, variables].flatMap((form) =>
        [...text.matchAll(form)].map(([, name = '']) => `${path} ${name.replace('#', '')}`),
      );
    });
  }

  test('docs/security.md lists each in-memory map, set and cache with its limit', () => {
    const foundContainers = ['server/src', 'event-store/src', 'projections/src', 'domain/src'].flatMap(listContainers);
    const listedContainers = [...document.matchAll(/^\| `([\w./-]+)` \| (`[^|]+`) \| [^|]+ \|$/gm)].flatMap(
      ([, file, names = '']) => names.split(', ').map((name) => `${file} ${name.replaceAll('`', '')}`),
    );
    expect(foundContainers.length).toBeGreaterThan(20);
    expect(foundContainers.filter((container) => !listedContainers.includes(container))).toEqual([]);
    const isInFile = (file: string, name: string) =>
      new RegExp(`\\b${name}\\b`).test(readFileSync(join(root, file), 'utf8'));
    const staleEntries = listedContainers.filter((container) => {
      const [file = '', name = ''] = container.split(' ');
      return !isInFile(file, name);
    });
    expect(staleEntries).toEqual([]);
  });
});
