import { expect, test } from 'vitest';
import { countWriteRoutes } from '../../scripts/checks/count-files.mjs';

test('a route that writes loads at most 46 source files', () => {
  const routes = countWriteRoutes();
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter(({ files }) => files.length > 46)).toEqual([]);
});
