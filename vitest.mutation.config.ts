import { defineConfig } from 'vitest/config';

// Each mutant is run against the tests of pure code, which need neither a database nor a process.
export default defineConfig({
  ssr: { resolve: { conditions: ['source', 'node', 'default'], externalConditions: ['node', 'default'] } },
  resolve: { conditions: ['source', 'import', 'module', 'default'] },
  test: {
    testTimeout: 60_000,
    // This test removes rules from the source by matching its text, which mutants change.
    exclude: ['domain/src/staff/escalation.test.ts', '**/*.full.test.ts'],
    include: [
      'domain/src/**/*.test.ts',
      'projections/src/views/*/*.test.ts',
      'projections/src/runner/{document-size,page-documents,position-waits,same-json}.test.ts',
      'event-store/src/eventstoredb/*.test.ts',
    ],
  },
});
