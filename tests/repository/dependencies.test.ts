import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';

const root = new URL('../../', import.meta.url);
const packageFile = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
});
const sections = readFileSync(new URL('docs/dependencies.md', root), 'utf8').split(/^## /m).slice(1);

const packages = [
  ['domain', 'domain/'],
  ['event-store', 'event-store/'],
  ['projections', 'projections/'],
  ['server', 'server/'],
  ['web', 'web/'],
  ['Development (root package)', ''],
];

it.each(packages)("docs/dependencies.md lists exactly the packages' dependencies: %s", (title, folder) => {
  const file = new URL(`${folder}package.json`, root);
  const { dependencies, devDependencies } = packageFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  const section = sections.find((text) => text.startsWith(`${title}\n`)) ?? '';
  expect(listNamesWithReason(section)).toEqual([...Object.keys(dependencies), ...Object.keys(devDependencies)].sort());
});

it('the lock file contains no registry address', () => {
  const lockFile = z.object({ packages: z.record(z.string(), z.object({ resolved: z.string().optional() })) });
  const { packages: lockedPackages } = lockFile.parse(
    JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')),
  );
  expect(Object.keys(lockedPackages).length).toBeGreaterThan(100);
  expect(Object.values(lockedPackages).filter(({ resolved }) => resolved?.includes('://'))).toEqual([]);
});

function listNamesWithReason(section: string): string[] {
  const points = section.matchAll(/^- ((?:`[^`]+`[,\s]*)+): \S/gm);
  return [...points].flatMap(([, names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)).sort();
}
