import { expect, test } from 'vitest';
import { countWriteRoutes } from '../../scripts/checks/count-files.mjs';

/** Undoing decides commands of every kind; an own account exports all lists; acts in bulk reach accounts and threads. */
const wider: Record<string, number> = { 'audit.ts': 52, 'account.ts': 48, 'bulk.ts': 44 };

test('loads at most 40 source files for a route that writes, and a few more where it reaches many subjects', () => {
  const routes = countWriteRoutes();
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter(({ name, files }) => files.length > (wider[name] ?? 40))).toEqual([]);
});
