// @ts-check
import { spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const env = { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) };
const checks = [
  {
    name: 'format',
    command: 'prettier --check --cache --log-level warn .',
  },
  {
    name: 'lint',
    command:
      'eslint --cache --cache-strategy content --cache-location node_modules/.cache/eslint/ --max-warnings 0 --report-unused-disable-directives .',
  },
  { name: 'retired words', command: 'node scripts/checks/check-words.mjs' },
  { name: 'types', command: 'tsc -p tsconfig.check.json' },
  { name: 'web types', command: 'tsc --noEmit -p web/tsconfig.json' },
  { name: 'service worker types', command: 'tsc --noEmit -p web/service-worker/tsconfig.json' },
  { name: 'unused exports, files and dependencies', command: 'knip --cache --cache-location node_modules/.cache/knip' },
];

const failed = checks.filter(({ name, command }) => {
  const startedAt = performance.now();
  const { status } = spawnSync(command, { cwd: root, env, stdio: 'inherit', shell: true });
  console.log(
    `${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
  );
  return status !== 0;
});
process.exitCode = failed.length === 0 ? 0 : 1;
