// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const env = { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) };
// The two lists run in parallel because each check uses only one core.
const lint = [
  {
    name: 'lint',
    command:
      'eslint --cache --cache-strategy content --cache-location node_modules/.cache/eslint/ --max-warnings 0 --report-unused-disable-directives .',
  },
];
const otherChecks = [
  {
    name: 'format',
    command: 'prettier --check --cache --log-level warn .',
  },
  { name: 'retired words', command: 'node scripts/checks/check-words.mjs' },
  { name: 'types', command: 'tsc -p tsconfig.check.json' },
  { name: 'web types', command: 'tsc --noEmit -p web/tsconfig.json' },
  { name: 'service worker types', command: 'tsc --noEmit -p web/service-worker/tsconfig.json' },
  { name: 'unused exports, files and dependencies', command: 'knip --cache --cache-location node_modules/.cache/knip' },
];

const results = await Promise.all([runAll(lint), runAll(otherChecks)]);
process.exitCode = results.every(Boolean) ? 0 : 1;

/**
 * Runs the checks one after the other.
 * @param {typeof lint} checks
 * @returns whether all of them passed
 */
async function runAll(checks) {
  let passed = true;
  for (const { name, command } of checks) {
    const startedAt = performance.now();
    const [status] = await once(spawn(command, { cwd: root, env, stdio: 'inherit', shell: true }), 'exit');
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    passed &&= status === 0;
  }
  return passed;
}
