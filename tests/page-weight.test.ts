import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { z } from 'zod';

const built = new URL('../web/dist/', import.meta.url);
const chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
});
const manifest = z
  .record(z.string(), chunk)
  .parse(JSON.parse(readFileSync(new URL('.vite/manifest.json', built), 'utf8')));

/** Code and styles of a first visit, gzip, in bytes: what a phone on a slow line waits for. */
const budget = 130_000;

it.each(['home/home-page', 'forum/place-page', 'thread/thread-page', 'auth/auth-page'])(
  'The first load of %s stays within 130 kB.',
  (screen) => {
    const files = filesOf(['index.html', `src/features/${screen}.tsx`]);
    const weights = files.map((file) => [file, gzipSync(readFileSync(new URL(file, built))).length] as const);
    const total = weights.reduce((sum, [, bytes]) => sum + bytes, 0);
    console.log(`${screen}: ${total} of ${budget} bytes in ${files.length} files`);
    expect(files.some((file) => file.endsWith('.css'))).toBe(true);
    expect(total, weights.map((weight) => weight.join(' ')).join('\n')).toBeLessThanOrEqual(budget);
  },
);

/** The chunks with all that they import statically, and their styles. */
function filesOf(names: string[]): string[] {
  const found = new Set<string>();
  const take = (name: string) => {
    const { file, imports, css } = chunk.parse(manifest[name]);
    if (found.has(file)) return;
    for (const one of [file, ...css]) found.add(one);
    imports.forEach(take);
  };
  names.forEach(take);
  return [...found];
}
