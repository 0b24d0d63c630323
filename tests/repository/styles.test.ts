import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../web/src/', import.meta.url);
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.css'));

/** These limits may only be lowered. Styles that two features share belong in ui/. */
const maxDeclarations = 2_750;
const maxColoursInFeatures = 175;

/** These classes are computed, passed to a component or used in many places. */
const allowedColours = new Set([
  'features/account/account.module.css .lead',
  'features/forum/list/list.module.css .createdRow',
  'features/search/suggestions.module.css .option',
  'features/settings/settings.module.css .lead',
  'features/settings/settings.module.css .active',
  'features/settings/settings.module.css .state',
  'features/thread/history/history.module.css .added',
  'features/thread/history/history.module.css .removed',
]);

interface Rule {
  selector: string;
  declarations: string[];
}

/** Includes rules inside media queries. `composes` counts as a declaration. */
function parseRules(source: string): Rule[] {
  const text = source.replaceAll(/\/\*.*?\*\//gs, '');
  return [...text.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.replaceAll(/\s+/g, ' ').trim(),
    declarations: body
      .split(';')
      .map((declaration) => declaration.replaceAll(/\s+/g, ' ').trim())
      .filter((declaration) => declaration !== ''),
  }));
}

const rules = new Map(sheets.map((file) => [file, parseRules(readFileSync(new URL(file, root), 'utf8'))]));
const features = [...rules].filter(([file]) => file.startsWith('features/'));
const listDeclarations = (parts: Iterable<[string, Rule[]]>) =>
  [...parts].flatMap(([, found]) => found.flatMap(({ declarations }) => declarations));

function listRepeatedColours(parts: Iterable<[string, Rule[]]>): string[] {
  const sharedDeclarations = new Set(listDeclarations([['', rules.get('ui/modifiers.css') ?? []]]));
  return [...parts].flatMap(([file, found]) =>
    found
      .filter(({ selector }) => /^\.[\w-]+$/.test(selector))
      .filter(({ declarations }) =>
        declarations.some((one) => /^(color|background): /.test(one) && sharedDeclarations.has(one)),
      )
      .map(({ selector }) => `${file} ${selector}`),
  );
}

test('counts declarations in media queries, with multi-line values and without semicolons', () => {
  const source = '/* a: b; */ .a:hover { color: red; margin:\n 0 1px }\n@media (x: 1) { .b { top: 0; } }';
  expect(listDeclarations([['', parseRules(source)]])).toEqual(['color: red', 'margin: 0 1px', 'top: 0']);
});

test('the stylesheets of web have at most 2,750 declarations', () => {
  expect(sheets.length).toBeGreaterThan(50);
  expect(listDeclarations(rules).length).toBeLessThanOrEqual(maxDeclarations);
});

test('the stylesheets of features use colours at most 175 times', () => {
  const colours = listDeclarations(features).filter((declaration) => declaration.includes('var(--color-'));
  expect(colours.length).toBeLessThanOrEqual(maxColoursInFeatures);
});

test('features use shared classes to colour entire elements', () => {
  expect(listRepeatedColours(features).filter((place) => !allowedColours.has(place))).toEqual([]);
});

test('the list of colour exceptions contains no obsolete entry', () => {
  const repeatedRules = new Set(listRepeatedColours(features));
  expect([...allowedColours].filter((place) => !repeatedRules.has(place))).toEqual([]);
});

test('the check detects a feature class that repeats a shared colour', () => {
  const sheet = parseRules('.name { color: var(--color-text-muted); } .name:hover { color: var(--color-text-muted); }');
  expect(listRepeatedColours([['features/a.module.css', sheet]])).toEqual(['features/a.module.css .name']);
});
