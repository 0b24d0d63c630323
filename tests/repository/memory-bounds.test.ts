import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operationsOf } from '@guildhall/server/app.js';
import { maxJsonBytes } from '@guildhall/server/http/bodies/json-body.js';
import type { Operation } from '@guildhall/server/http/operation.js';
import { rateLimits } from '@guildhall/server/http/rate-limits.js';
import { maxUploadBytes } from '@guildhall/server/http/bodies/upload.js';
import { responseBoundsOf } from '@guildhall/server/openapi/response-bounds.js';
import type { Services } from '@guildhall/server/services.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { tablesOf, withTables } from '../../scripts/security-tables/render.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const document = readFileSync(join(root, 'docs/security.md'), 'utf8');
const operations = operationsOf({} as Services);

describe('the tables of docs/security.md', () => {
  test('are those of the code; `node scripts/security-tables.mjs` renews them', () => {
    const calls = operations.map((call) => ({ call, bounds: responseBoundsOf(call) }));
    const tables = tablesOf(calls, { rateLimits, bodies: { json: maxJsonBytes, upload: maxUploadBytes } });
    expect(withTables(document, tables)).toBe(document);
  });

  test('have a bound for every list, and a next page where there can be more rows', () => {
    for (const it of operations) {
      const { rows, next } = responseBoundsOf(it);
      if (rows !== null && it.query instanceof z.ZodObject && 'limit' in it.query.shape) {
        expect([it.path, next]).toEqual([it.path, true]);
      }
    }
    const [list] = operations.filter(({ rows }) => rows !== undefined);
    const unbounded = { ...list, rows: undefined, response: z.array(z.string()) } as unknown as Operation;
    expect(() => responseBoundsOf(unbounded)).toThrow(/has no bound/);
  });
});

describe('what is kept in memory', () => {
  const kept =
    /^ {2}(?:private |readonly |protected |static |#)+(\w+)(?:: [^=;]+)? = new (?:Map|Set|LRUCache|RateLimiterMemory)\b/gm;
  const keptByConstructor = /^ {4}this\.#?(\w+) = new (?:LRUCache|RateLimiterMemory)\b/gm;
  const keptAlone = /^(?:export )?(?:const|let) (\w+)(?:: [^=;]+)? = new (?:Map|LRUCache|RateLimiterMemory)\b/gm;

  /** `file field` of each map, set and cache that a module or an object keeps. */
  function keptIn(folder: string): string[] {
    return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): string[] => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === 'testing' ? [] : keptIn(path);
      if (!entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) return [];
      const text = readFileSync(join(root, path), 'utf8');
      return [kept, keptByConstructor, keptAlone].flatMap((form) =>
        [...text.matchAll(form)].map(([, name = '']) => `${path} ${name.replace('#', '')}`),
      );
    });
  }

  test('is listed with its bound, each map, set and cache', () => {
    const found = ['server/src', 'event-store/src', 'projections/src', 'domain/src'].flatMap(keptIn);
    const listed = [...document.matchAll(/^\| `([\w./-]+)` \| (`[^|]+`) \| [^|]+ \|$/gm)].flatMap(
      ([, file, names = '']) => names.split(', ').map((name) => `${file} ${name.replaceAll('`', '')}`),
    );
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((one) => !listed.includes(one))).toEqual([]);
  });
});
