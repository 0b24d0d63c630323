import { defineConfig } from 'vitest/config';

// What the mutation tests run against each mutant: tests of the pure parts, which need neither a database nor a process.
export default defineConfig({
  ssr: { resolve: { conditions: ['source', 'node', 'default'], externalConditions: ['node', 'default'] } },
  resolve: { conditions: ['source', 'import', 'module', 'default'] },
  test: {
    testTimeout: 60_000,
    // It takes rules out of the source by their text, which differs once the mutants are in it.
    exclude: ['domain/src/staff/escalation.test.ts', '**/*.full.test.ts'],
    include: [
      'domain/src/**/*.test.ts',
      'projections/src/views/*/*.test.ts',
      'projections/src/runner/{document-size,page-documents,position-waits,same-json}.test.ts',
      'event-store/src/eventstoredb/*.test.ts',
    ],
  },
});
