// @ts-check
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compressFiles } from './build/compress-files.mjs';
import { hashOfInputs, serverInputs, webInputs } from './build/build-inputs.mjs';
import { bundleServer } from './build/bundle-server.mjs';
import { bundleWorker } from './build/bundle-worker.mjs';

// Builds only what is stale. The compiler decides this for the packages, and fingerprints of the sources decide it for
// the bundle and the pages.
const root = dirname(import.meta.dirname);
const startedAt = performance.now();

run('typescript', 'bin/tsc', ['-b']);
const rebuilt = [];
if (await buildIfStale('server/dist', serverInputs, bundleServer)) rebuilt.push('the server');
if (await buildIfStale('web/dist', webInputs, buildPages)) rebuilt.push('the pages');
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`Built ${rebuilt.join(' and ') || 'nothing: everything is up to date'} (${seconds} s).`);

/**
 * @param {string} outputFolder
 * @param {readonly string[]} inputs
 * @param {() => Promise<void>} build
 * @returns {Promise<boolean>} whether it was stale
 */
async function buildIfStale(outputFolder, inputs, build) {
  const stampFile = join(root, outputFolder, '.build-inputs');
  const hash = hashOfInputs(root, inputs);
  if (readIfExists(stampFile) === hash) return false;
  await build();
  writeFileSync(stampFile, hash);
  return true;
}

async function buildPages() {
  console.log('Building the pages ...');
  run('vite', 'bin/vite.js', ['build', 'web', '--logLevel', 'warn']);
  await bundleWorker(root);
  await compressFiles(join(root, 'web/dist'));
}

/**
 * Runs an installed package's program with this Node. A failure ends the build with its exit code.
 * @param {string} packageName
 * @param {string} program path inside the package
 * @param {string[]} options
 */
function run(packageName, program, options) {
  const packageFolder = dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`));
  const { status, error } = spawnSync(process.execPath, [join(packageFolder, program), ...options], {
    cwd: root,
    stdio: 'inherit',
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** @param {string} file */
function readIfExists(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
