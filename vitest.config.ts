import { defineConfig } from 'vitest/config';

/** They start servers, browsers and kills of their own. */
const needsProcesses = [
  'tests/{browser,browser-*,durability,erasure,kill,live-restart,network,network-*,page-weight,rebuild,start}.test.ts',
  '{event-store,projections,server}/src/**/*.process.test.ts',
];
const report = process.env['TEST_REPORT'];

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
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    globalSetup: 'tests/not-run-setup.ts',
    pool: 'forks',
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['{domain,event-store,projections,server,web}/src/**/*.test.{ts,tsx}'],
          exclude: needsProcesses,
          testTimeout: 20_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'sites',
          include: ['tests/**/*.test.ts'],
          exclude: needsProcesses,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        // One file at a time, when nothing else runs.
        test: {
          name: 'processes',
          include: needsProcesses,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
