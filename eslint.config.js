import { readdirSync } from 'node:fs';
import boundaries from 'eslint-plugin-boundaries';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { allowedImports, layersWithAllServices, serverLayers, webLayers } from './eslint.layers.js';

const folders = Object.keys(allowedImports);

/** Features do not import from each other. They share code in web/src/ui (looks) or web/src/shared (behaviour). */
const features = readdirSync(new URL('web/src/features', import.meta.url)).filter((name) => !name.includes('.'));
const featureZones = features.map((feature) => ({
  target: `./web/src/features/${feature}`,
  from: './web/src/features',
  except: [`./${feature}`],
  message: 'Share it through ui/ or shared/.',
}));

/** The start-up files are above all layers. */
const startupFiles = readdirSync(new URL('server/src', import.meta.url))
  .filter((name) => name.endsWith('.ts') && name !== 'services.ts')
  .map((name) => name.replace('.ts', ''));
const packageCode = '{domain,event-store,projections,server,web}/src/**/*.{ts,tsx}';
const testCode = ['*/src/**/*.test.{ts,tsx}', '*/src/testing/**', 'tests/**', 'bench/**'];

// Resolves imports that end in .js, and package subpaths, to the TypeScript sources.
const resolver = {
  project: ['tsconfig.check.json', 'web/tsconfig.json', 'web/service-worker/tsconfig.json'],
  noWarnOnMultipleProjects: true,
  conditionNames: ['source', 'types', 'import', 'node', 'default'],
};

const dependencyPolicies = {
  default: 'disallow',
  checkInternals: true,
  policies: [
    ...folders.map((folder) => ({
      from: { element: { type: folder } },
      allow: { to: { element: { types: { anyOf: [folder, ...(allowedImports[folder] ?? [])] } } } },
    })),
    // Any test may use tests/not-run.ts to report that it could not run.
    { from: { file: { categories: 'test' } }, allow: { to: { file: { categories: 'not-run' } } } },
    { from: { file: { categories: { noneOf: ['test'] } } }, disallow: { to: { file: { categories: 'test' } } } },
  ],
};

const spreadRules = [
  { selector: 'ObjectExpression > SpreadElement > ObjectExpression', message: 'List the properties.' },
  { selector: 'ArrayExpression > SpreadElement > ArrayExpression', message: 'List the elements.' },
];
const exportRules = [
  ...spreadRules,
  { selector: 'ExportDefaultDeclaration', message: 'Use named exports.' },
  { selector: 'ExportAllDeclaration', message: 'No barrel files: import from the file that defines it.' },
];

export default defineConfig(
  globalIgnores(['**/dist/', '**/node_modules/', 'data/', 'coverage/']),
  {
    files: ['**/*.{ts,tsx,js,mjs}'],
    plugins: { boundaries, 'import-x': importX, '@typescript-eslint': tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: resolver.project, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver(resolver)],
      'import-x/extensions': ['.ts', '.tsx', '.mjs', '.js'],
      'import-x/external-module-folders': ['node_modules'],
      'import-x/internal-regex': '^@guildhall/',
      'import/resolver': { typescript: resolver },
      'boundaries/root-path': import.meta.dirname,
      'boundaries/elements': folders.map((folder) => ({ type: folder, pattern: folder, partialMatch: false })),
      'boundaries/files': [
        { category: 'code', pattern: '**/*' },
        { category: 'not-run', pattern: 'tests/not-run.ts' },
        { category: 'test', pattern: testCode },
      ],
    },
    rules: {
      'boundaries/dependencies': ['error', dependencyPolicies],
      'import-x/no-cycle': 'error',
      'import-x/no-self-import': 'error',
      'no-restricted-syntax': ['error', ...spreadRules],
      'max-lines': ['error', 250],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-useless-rename': 'error',
      'object-shorthand': ['error', 'properties'],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/no-base-to-string': 'error',
      '@typescript-eslint/no-deprecated': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/no-unsafe-argument': 'error',
      '@typescript-eslint/no-unsafe-assignment': 'error',
      '@typescript-eslint/no-unsafe-call': 'error',
      '@typescript-eslint/no-unsafe-member-access': 'error',
      '@typescript-eslint/no-unsafe-return': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/prefer-promise-reject-errors': 'error',
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/unbound-method': 'error',
    },
  },
  {
    files: [packageCode],
    ignores: testCode,
    rules: {
      'max-lines-per-function': ['error', { max: 60, skipComments: true }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only server/src/process/env.ts may read it.' },
      ],
    },
  },
  { files: ['web/src/**/*.tsx'], rules: { 'max-lines-per-function': ['error', { max: 90, skipComments: true }] } },
  {
    files: testCode,
    rules: {
      'max-lines': ['error', 350],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  { files: ['server/src/{process/env,command-line,*main,serve}.ts'], rules: { 'no-restricted-properties': 'off' } },
  { files: ['eslint.config.js'], rules: { 'boundaries/dependencies': 'off' } },
  { files: [packageCode], rules: { 'no-restricted-syntax': ['error', ...exportRules] } },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: testCode,
    rules: {
      'no-restricted-syntax': [
        'error',
        ...exportRules,
        {
          selector: "Program > VariableDeclaration[kind='let'], Program > ExportNamedDeclaration > [kind='let']",
          message: 'Keep state in a store or a component.',
        },
      ],
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: [...testCode, 'web/src/shared/clipboard.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'AbortSignal', property: 'any', message: 'Some supported browsers lack it.' },
        { object: 'URL', property: 'canParse', message: 'Some supported browsers lack it: use parseUrl.' },
        { object: 'crypto', property: 'randomUUID', message: 'Sites without HTTPS lack it: use createId.' },
        { object: 'navigator', property: 'clipboard', message: 'Sites without HTTPS lack it: use copyText.' },
        { object: 'process', property: 'env', message: 'Pages have no environment.' },
      ],
    },
  },
  {
    files: ['**/index.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', { selector: 'Program', message: 'Name the file after its contents.' }],
    },
  },
  {
    files: ['domain/src/**/*.ts'],
    ignores: testCode,
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ group: ['node:*'], message: 'The domain does no I/O.' }] }],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'The domain is pure.' },
        { object: 'Date', property: 'now', message: 'The domain is pure: pass the time as an argument.' },
      ],
    },
  },
  {
    // Pages may only import the types of schemas so that they do not load zod.
    files: ['web/src/**/*.{ts,tsx}', 'domain/src/**/*.ts'],
    ignores: ['domain/src/wire/schemas/**', ...testCode],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [{ name: 'zod', message: 'Schemas belong in domain/src/wire/schemas.' }],
          patterns: [
            { regex: '/schemas/', allowTypeImports: true, message: 'Import only the type: pages must not load zod.' },
          ],
        },
      ],
      // `import { type Row }` would still load the file.
      '@typescript-eslint/no-import-type-side-effects': 'error',
    },
  },
  { files: ['web/src/**/*.{ts,tsx}'], ...reactHooks.configs.flat['recommended-latest'] },
  ...webLayers.slice(0, -1).map((layer, index) => ({
    files: [`web/src/${layer}/**/*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: webLayers
            .slice(index + 1)
            .map((above) => ({ regex: `^(\\.\\./)+${above}/`, message: `${layer}/ may not import from ${above}/.` })),
        },
      ],
    },
  })),
  {
    files: ['web/src/features/**/*.{ts,tsx}'],
    rules: { 'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones: featureZones }] },
  },
  ...serverLayers.map((layer, index) => ({
    files: [`server/src/${layer}/**/*.ts`],
    ignores: testCode,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            ...serverLayers
              .slice(index + 1)
              .map((above) => ({ regex: `^(\\.\\./)+${above}/`, message: `${layer}/ may not import from ${above}/.` })),
            {
              regex: `^(\\.\\./)+(${[...startupFiles, ...(layersWithAllServices.includes(layer) ? [] : ['services'])].join('|')})\\.js$`,
              message: `${layer}/ may not import startup files: list the services that it needs.`,
            },
          ],
        },
      ],
    },
  })),
  {
    // Plain JavaScript has no types to check.
    files: ['**/*.{js,mjs}'],
    rules: Object.fromEntries(
      'argument,assignment,call,member-access,return'
        .split(',')
        .map((kind) => [`@typescript-eslint/no-unsafe-${kind}`, 'off']),
    ),
  },
);
