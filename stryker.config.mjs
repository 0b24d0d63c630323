// @ts-check

/** Mutation tests of what is pure: `npm run test:mutation`, or of one folder with `-- --mutate 'domain/src/thread/*.ts'`. */
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
  // Not copied: what the tests of the pure parts do not need, and the configuration that names it.
  ignorePatterns: ['bench', 'data', 'dist', 'docs/screenshots', 'scripts', 'server', 'tests', 'web', '/tsconfig.json'],
  coverageAnalysis: 'perTest',
  // Constants that are evaluated once, on import, would need a run of all tests each.
  ignoreStatic: true,
  concurrency: 1,
  timeoutMS: 20_000,
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'dist/mutation/report.json' },
  tempDirName: 'dist/mutation/sandbox',
  thresholds: { high: 90, low: 85, break: 85 },
};
