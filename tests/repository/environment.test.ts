import { readFileSync } from 'node:fs';
import { variables } from '@guildhall/server/process/env.js';
import { expect, it } from 'vitest';

const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const environment = operations.split(/^## /m).find((section) => section.startsWith('Environment\n')) ?? '';
const rows = [...environment.matchAll(/^\| `([A-Z\d_]+)` \| (.*?) \|/gm)];

it('docs/operations.md lists exactly the variables that the programs read', () => {
  expect(rows.map(([, name]) => name).sort()).toEqual(Object.keys(variables.shape).sort());
});

it("docs/operations.md lists each variable's default", () => {
  const defaults = Object.entries(variables.parse({})).map(([name, value]) => [name, `\`${value}\``]);
  const documentedDefaults = new Map(rows.map(([, name = '', value = '']) => [name, value]));
  expect(defaults.map(([name = '']) => [name, documentedDefaults.get(name)])).toEqual(defaults);
});
