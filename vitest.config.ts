import { defineConfig } from 'vitest/config';

const report = process.env['TEST_REPORT'];
const runReport = './tests/run-report.ts';
const minuteMs = 60_000;
// In CI, where the machine is busy, process and browser tests get a second try. The report marks them as flaky.
const retry = process.env['CI'] ? 1 : 0;

// A test's file name determines its tier: `x.test.ts` is in the default tier, `x.full.test.ts` in the full one,
// `x.long.test.ts` in the long one.
const notDefault = ['**/*.{full,long}.test.{ts,tsx}'];
// In this time zone, no day matches a day in UTC, which exposes code that counts by local time.
const unusualTimeZone = { TZ: 'Pacific/Chatham' }; // This zone is at UTC+12:45, plus an hour in summer.
const inSources = '{domain,event-store,projections,server,web}/src';

export default defineConfig({
  // Tests run on the sources of the packages, so nothing has to be built first, and no stack trace leads to a build.
  ssr: {
    resolve: {
      // Vitest also passes these to Node, even for `require`. With 'import' among them, `require` would load ES
      // modules.
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
    // Both timeouts limit waits for a state, which take only a moment on an idle machine.
    expect: { poll: { timeout: minuteMs / 2 } },
    setupFiles: ['tests/wait-setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['{domain,web}/src/**/*.test.ts', 'web/service-worker/*.test.ts'],
          exclude: notDefault,
          testTimeout: minuteMs,
          env: unusualTimeZone,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['{event-store,projections,server}/src/**/*.test.ts'],
          exclude: notDefault,
          // A worker keeps its modules between files because loading them takes longer than most of these tests.
          isolate: false,
          testTimeout: minuteMs,
          env: unusualTimeZone,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          env: unusualTimeZone,
          include: ['web/src/**/*.test.tsx'],
          exclude: notDefault,
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['web/src/testing/setup.ts'],
          testTimeout: 2 * minuteMs,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'sites',
          include: ['tests/{api,live,repository}/**/*.test.ts'],
          exclude: notDefault,
          isolate: false, // Tests that replace a module are in tests/counts.
          testTimeout: 3 * minuteMs,
          hookTimeout: 3 * minuteMs,
          env: unusualTimeZone,
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
          testTimeout: 3 * minuteMs,
          hookTimeout: 3 * minuteMs,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'full',
          include: ['tests/**/*.full.test.ts', `${inSources}/**/*.full.test.{ts,tsx}`],
          retry,
          testTimeout: 3 * minuteMs,
          hookTimeout: 3 * minuteMs,
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: ['tests/**/*.long.test.ts', `${inSources}/**/*.long.test.{ts,tsx}`],
          testTimeout: 60 * minuteMs,
          hookTimeout: 10 * minuteMs,
          maxWorkers: 1,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
