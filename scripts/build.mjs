// @ts-check
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compressFiles } from './build/compress-files.mjs';
import { hashOfWebInputs } from './build/web-build-inputs.mjs';

// Builds what is stale: the compiler knows which packages are, a fingerprint of the sources shows whether the web is.
const root = dirname(import.meta.dirname);
const stamp = join(root, 'web/dist/.build-inputs');
const started = performance.now();

run('typescript', 'bin/tsc', ['-b']);
const inputs = hashOfWebInputs(root);
const webIsStale = readOr(stamp, '') !== inputs;
if (webIsStale) {
  console.log('Building the pages ...');
  run('vite', 'bin/vite.js', ['build', 'web', '--logLevel', 'warn']);
  await compressFiles(join(root, 'web/dist'));
  writeFileSync(stamp, inputs);
}
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(webIsStale ? `Built in ${seconds} s.` : `Built: the pages were up to date (${seconds} s).`);

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
 * @param {string} otherwise what to return where the file is missing
 */
function readOr(file, otherwise) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}
