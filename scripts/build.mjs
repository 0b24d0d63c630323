// @ts-check
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compressFiles } from './build/compress-files.mjs';
import { hashOfInputs, serverInputs, webInputs } from './build/build-inputs.mjs';
import { bundleServer } from './build/bundle-server.mjs';

// Builds only what is stale, according to the compiler for packages, and to fingerprints of the sources for the bundle
// and the pages.
const root = dirname(import.meta.dirname);
const started = performance.now();

run('typescript', 'bin/tsc', ['-b']);
const built = [];
if (await buildIfStale('server/dist', serverInputs, bundleServer)) built.push('the server');
if (await buildIfStale('web/dist', webInputs, buildPages)) built.push('the pages');
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`Built ${built.join(' and ') || 'nothing: all was up to date'} (${seconds} s).`);

/**
 * @param {string} folder of the built files
 * @param {readonly string[]} inputs
 * @param {() => Promise<void>} build
 * @returns {Promise<boolean>} whether it was stale
 */
async function buildIfStale(folder, inputs, build) {
  const stamp = join(root, folder, '.build-inputs');
  const hash = hashOfInputs(root, inputs);
  if (readOr(stamp, '') === hash) return false;
  await build();
  writeFileSync(stamp, hash);
  return true;
}

async function buildPages() {
  console.log('Building the pages ...');
  run('vite', 'bin/vite.js', ['build', 'web', '--logLevel', 'warn']);
  await compressFiles(join(root, 'web/dist'));
}

/**
 * Runs the program of an installed package with this Node; a failure ends the build with its exit code.
 * @param {string} packageName
 * @param {string} program the file inside the package
 * @param {string[]} options
 */
function run(packageName, program, options) {
  const home = dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`));
  const { status, error } = spawnSync(process.execPath, [join(home, program), ...options], {
    cwd: root,
    stdio: 'inherit',
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * @param {string} file
 * @param {string} otherwise what to return if the file is missing
 */
function readOr(file, otherwise) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}
