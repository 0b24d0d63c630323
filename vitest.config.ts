import { defineConfig } from 'vitest/config';

const report = process.env['TEST_REPORT'];
const runReport = './tests/run-report.ts';
const minutes = 60_000; // ms
// Tests of processes and browsers get a second try in CI, where the machine is busy. The report names them as flaky.
const retry = process.env['CI'] ? 1 : 0;

// The tier of a test is in its file's name: `x.test.ts` is in the default tier, `x.full.test.ts` in the full one,
// `x.long.test.ts` in the long one.
const notDefault = ['**/*.{full,long}.test.{ts,tsx}'];
// No day of UTC is a day here: what is counted by local time is counted wrong.
const elsewhere = { TZ: 'Pacific/Chatham' }; // UTC+12:45, and an hour more in summer
const inSources = '{domain,event-store,projections,server,web}/src';

export default defineConfig({
  // The packages are tested from their sources: nothing has to be built first, and no stack trace leads to a build.
  ssr: {
    resolve: {
      // Also given to Node itself, for `require` too: with 'import' among them it would load ES modules for CommonJS.
      conditions: ['source', 'node', 'default'],
      externalConditions: ['node', 'default'],
    },
  },
  resolve: { conditions: ['source', 'import', 'module', 'default'] },
  test: {
    reporters: report ? ['default', runReport, ['json', { outputFile: report }]] : ['default', runReport],
    globalSetup: ['tests/run-setup.ts', 'tests/browser-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    hookTimeout: 60_000,
    // Both bound a wait for a state, which is over in a moment on an idle machine.
    expect: { poll: { timeout: minutes / 2 } },
    setupFiles: ['tests/wait-setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['{domain,web}/src/**/*.test.ts'],
          exclude: notDefault,
          testTimeout: minutes,
          env: elsewhere,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['{event-store,projections,server}/src/**/*.test.ts'],
          exclude: notDefault,
          // A worker keeps its modules from file to file: loading them takes longer than most of these tests.
          isolate: false,
          testTimeout: minutes,
          env: elsewhere,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          env: elsewhere,
          include: ['web/src/**/*.test.tsx'],
          exclude: notDefault,
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['web/src/testing/setup.ts'],
          testTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'sites',
          include: ['tests/{api,live,repository}/**/*.test.ts'],
          exclude: notDefault,
          isolate: false, // those that replace a module are in tests/counts
          testTimeout: 3 * minutes,
          hookTimeout: 3 * minutes,
          env: elsewhere,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: ['tests/{browser,counts,processes}/**/*.test.ts'],
          exclude: notDefault,
          retry,
          testTimeout: 3 * minutes,
          hookTimeout: 3 * minutes,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'full',
          include: ['tests/**/*.full.test.ts', `${inSources}/**/*.full.test.{ts,tsx}`],
          retry,
          testTimeout: 3 * minutes,
          hookTimeout: 3 * minutes,
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: ['tests/**/*.long.test.ts', `${inSources}/**/*.long.test.{ts,tsx}`],
          testTimeout: 60 * minutes,
          hookTimeout: 10 * minutes,
          maxWorkers: 1,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
