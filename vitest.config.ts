import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['source', 'node', 'import', 'module', 'default'], externalConditions: ['node', 'import', 'module', 'default'] } },
  resolve: { conditions: ['source', 'import', 'module', 'default'] },
  test: {
    include: ['{domain,event-store,projections,server,web}/src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
  },
});
