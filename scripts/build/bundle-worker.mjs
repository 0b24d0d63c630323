// @ts-check
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** No one needs the staff pages offline, and the emoji drawings are large. */
const onlineOnly = /^(admin-area|stats-page|emoji-|catalogue|highlight)/;
const offline = /\.(js|css|woff2|svg)$/;

/**
 * Writes the service worker into the folder of the built pages, with the names and hashes of their files.
 * @param {string} root the repository root
 */
export async function bundleWorker(root) {
  const folder = join(root, 'web/dist');
  const assets = readdirSync(join(folder, 'assets')).filter((name) => offline.test(name) && !onlineOnly.test(name));
  const paths = ['index.html', ...assets.map((name) => `assets/${name}`)];
  const files = paths.map((path) => [`/${path}`, computeIntegrity(readFileSync(join(folder, path)))]);
  const { 'index.html': entry } = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const constants = {
    FILES: JSON.stringify(Object.fromEntries(files)),
    BUILD: JSON.stringify(computeIntegrity(Buffer.from(JSON.stringify(files)))),
    ENTRY: JSON.stringify(`/${entry.file}`),
  };
  const bundle = await rolldown({
    input: join(root, 'web/service-worker/service-worker.ts'),
    transform: { define: constants },
  });
  await bundle.write({ file: join(folder, 'service-worker.js'), minify: true, comments: false });
  await bundle.close();
}

/** @param {Buffer} content */
const computeIntegrity = (content) => `sha256-${createHash('sha256').update(content).digest('base64')}`;
