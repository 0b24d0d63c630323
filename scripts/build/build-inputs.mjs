// @ts-check
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that the web build reads, relative to the repository root. A folder includes all its files. */
export const webInputs = [
  'web/src',
  'web/public',
  'web/service-worker',
  'web/index.html',
  'web/vite.config.ts',
  'web/emoji-catalogue.ts',
  'web/emoji-sprites.ts',
  'web/tsconfig.json',
  'web/package.json',
  'domain/src',
  'scripts/build/bundle-worker.mjs',
  'scripts/build/compress-files.mjs',
  'tsconfig.base.json',
  'package-lock.json',
];

export const serverInputs = [
  'domain/src',
  'event-store/src',
  'projections/src',
  'server/src',
  'scripts/build/bundle-server.mjs',
  'tsconfig.base.json',
  'package-lock.json',
];

/**
 * Returns a fingerprint of a build's inputs. It changes when a file is changed, added, renamed or removed.
 * @param {string} root the repository root
 * @param {readonly string[]} inputs
 * @returns {string} hexadecimal SHA-256
 */
export function hashOfInputs(root, inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => listFiles(root, input))) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} path relative to the root; it may be missing
 * @returns {string[]} relative paths in a fixed order, without tests
 */
function listFiles(root, path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => listFiles(root, `${path}/${name}`));
}
