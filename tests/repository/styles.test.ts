import { readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../../web/src/', import.meta.url);
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
const sheets = files.filter((file) => file.endsWith('.css'));

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
  [...parts].flatMap(([, fileRules]) => fileRules.flatMap(({ declarations }) => declarations));

function listRepeatedColours(parts: Iterable<[string, Rule[]]>): string[] {
  const sharedDeclarations = new Set(listDeclarations([['', rules.get('ui/modifiers.css') ?? []]]));
  return [...parts].flatMap(([file, fileRules]) =>
    fileRules
      .filter(({ selector }) => /^\.[\w-]+$/.test(selector))
      .filter(({ declarations }) =>
        declarations.some(
          (declaration) => /^(color|background): /.test(declaration) && sharedDeclarations.has(declaration),
        ),
      )
      .map(({ selector }) => `${file} ${selector}`),
  );
}

test('counts declarations in media queries, with multi-line values and without semicolons', () => {
  const source = '/* a: b; */ .a:hover { color: red; margin:\n 0 1px }\n@media (x: 1) { .b { top: 0; } }';
  expect(listDeclarations([['', parseRules(source)]])).toEqual(['color: red', 'margin: 0 1px', 'top: 0']);
});

test('the web stylesheets have at most 2,750 declarations', () => {
  expect(sheets.length).toBeGreaterThan(50);
  expect(listDeclarations(rules).length).toBeLessThanOrEqual(maxDeclarations);
});

test('feature stylesheets use colours at most 175 times', () => {
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

/** Components compute the names of these classes, so they appear nowhere as a whole. */
const computedClasses = new Set([
  'features/admin/audit/audit.module.css .whenColumn',
  'features/admin/audit/audit.module.css .whoColumn',
  'features/admin/audit/audit.module.css .actionColumn',
  'features/admin/audit/audit.module.css .undoColumn',
  'features/thread/history/history.module.css .removed',
  'ui/game-text/game-text.module.css .italic',
  'ui/game-text/game-text.module.css .underlined',
  'ui/game-text/game-text.module.css .strikethrough',
]);

const listClasses = (fileRules: readonly Rule[]) =>
  fileRules.flatMap(({ selector }) =>
    [...selector.replaceAll(/:global\(.*?\)/g, '').matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name),
  );

interface ModuleImport {
  sheet: string;
  local: string;
  source: string;
}

function listModuleImports(file: string): ModuleImport[] {
  const source = readFileSync(new URL(file, root), 'utf8');
  return [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(([, local = '', path = '']) => ({
    sheet: posix.join(posix.dirname(file), path),
    local,
    source,
  }));
}

const moduleImports = files
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
  .flatMap((file) => listModuleImports(file));

function listUndefinedClasses({ sheet, local, source }: ModuleImport, definedClasses: ReadonlySet<string>): string[] {
  return [...source.matchAll(new RegExp(`\\b${local}\\['([^']+)'\\]`, 'g'))]
    .map(([, name]) => `${sheet} .${name}`)
    .filter((name) => !definedClasses.has(name));
}

test('CSS modules define every class that components use', () => {
  const definedClasses = new Set(
    [...rules].flatMap(([file, fileRules]) => listClasses(fileRules).map((name) => `${file} .${name}`)),
  );
  expect(moduleImports.length).toBeGreaterThan(50);
  expect(moduleImports.flatMap((moduleImport) => listUndefinedClasses(moduleImport, definedClasses))).toEqual([]);
  const unknownImport = { sheet: 'a.module.css', local: 'styles', source: "<p className={styles['none']}>" };
  expect(listUndefinedClasses(unknownImport, definedClasses)).toEqual(['a.module.css .none']);
});

test('components use every class that CSS modules define', () => {
  const unusedClasses = [...rules]
    .filter(([file]) => file.endsWith('.module.css'))
    .flatMap(([file, fileRules]) => {
      const sources = moduleImports.filter(({ sheet }) => sheet === file).map(({ source }) => source);
      const isUsed = (name: string) => sources.some((source) => source.includes(`'${name}'`));
      return [...new Set(listClasses(fileRules))]
        .filter((name) => !isUsed(name ?? ''))
        .map((name) => `${file} .${name}`);
    });
  expect(unusedClasses.filter((name) => !computedClasses.has(name))).toEqual([]);
  expect([...computedClasses].filter((name) => !unusedClasses.includes(name))).toEqual([]);
});
