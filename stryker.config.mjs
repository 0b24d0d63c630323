// @ts-check

/**
 * Mutation-tests the pure code: `npm run test:mutation`, or a single folder with `-- --mutate
 * 'domain/src/thread/*.ts'`.
 */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: [
    'domain/src/**/*.ts',
    'projections/src/views/**/{project,counts,ordinals,summaries,*-changes}.ts',
    'projections/src/runner/{document-size,page-documents,position-waits,same-json}.ts',
    'event-store/src/eventstoredb/*.ts',
    '!**/*.test.ts',
    '!**/testing/**',
  ],
  // These are not needed by the tests of pure code, nor is the configuration that refers to them.
  ignorePatterns: ['bench', 'data', 'dist', 'docs/screenshots', 'scripts', 'server', 'tests', 'web', '/tsconfig.json'],
  coverageAnalysis: 'perTest',
  // Each constant that is evaluated once, on import, would require a run of all tests.
  ignoreStatic: true,
  concurrency: 1,
  timeoutMS: 20_000,
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'dist/mutation/report.json' },
  tempDirName: 'dist/mutation/sandbox',
  thresholds: { high: 90, low: 85, break: 85 },
};
