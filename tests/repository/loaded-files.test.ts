import { expect, test } from 'vitest';
import { countWriteRoutes } from '../../scripts/checks/count-files.mjs';

test('loads at most 41 source files for a route that writes', () => {
  const routes = countWriteRoutes();
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter(({ files }) => files.length > 41)).toEqual([]);
});
