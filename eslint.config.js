import { readdirSync } from 'node:fs';
import boundaries from 'eslint-plugin-boundaries';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/**
 * Who may import whom: a folder, and the folders that it may reach into. All else is refused.
 * @type {Record<string, string[]>}
 */
const mayImport = {
  domain: [],
  'event-store': ['domain'],
  projections: ['domain', 'event-store'],
  server: ['domain', 'event-store', 'projections'],
  web: ['domain'],
  scripts: ['server'],
  tests: ['domain', 'event-store', 'projections', 'server', 'web', 'scripts', 'bench'],
  bench: ['domain', 'event-store', 'projections', 'server', 'scripts', 'tests'],
};
const folders = Object.keys(mayImport);

/** The rooms of web/src, the lowest first: none reaches into one above it. */
const webRooms = ['live', 'shared', 'queries', 'ui', 'features', 'layout'];

/** No feature imports from another: what two of them share is in web/src/ui (looks) or web/src/shared (behaviour). */
const features = readdirSync(new URL('web/src/features', import.meta.url)).filter((name) => !name.includes('.'));
const featureZones = features.map((feature) => ({
  target: `./web/src/features/${feature}`,
  ...{ from: './web/src/features', except: [`./${feature}`], message: 'Share it through ui/ or shared/.' },
}));

/** The rooms of server/src, the lowest first: none reaches into one above it. */
const serverRooms = [
  ...['log', 'policy', 'commands', 'process', 'metrics', 'text', 'vault', 'stores', 'request'],
  ...['files', 'projector', 'status', 'reactions'],
  ...['read-models', 'search', 'mail', 'accounts', 'notifications', 'export', 'erasure', 'staff', 'audit', 'feeds'],
  ...['backup', 'pictures', 'theme', 'http', 'routes', 'openapi', 'pages', 'live'],
];
/** The files that start the server lie above all rooms. */
const startFiles = 'app,first-sections,projections-access,refresh-on-events,server,usernames-server,serve'.split(',');
/** Rooms that may use all services; the others name the few that they need. */
const roomsWithAllServices = ['routes', 'live'];
const products = '{domain,event-store,projections,server,web}/src/**/*.{ts,tsx}';
const testCode = ['*/src/**/*.test.{ts,tsx}', '*/src/testing/**', 'tests/**', 'bench/**'];

// Imports end in .js and packages are named by their subpaths: the resolver leads both to the TypeScript sources.
const resolver = {
  project: ['tsconfig.check.json', 'web/tsconfig.json'],
  noWarnOnMultipleProjects: true,
  conditionNames: ['source', 'types', 'import', 'node', 'default'],
};

const whoMayImportWhom = {
  default: 'disallow',
  checkInternals: true,
  policies: [
    ...folders.map((folder) => ({
      from: { element: { type: folder } },
      allow: { to: { element: { types: { anyOf: [folder, ...(mayImport[folder] ?? [])] } } } },
    })),
    // What a test could not try is said through tests/not-run.ts, from wherever the test lives.
    { from: { file: { categories: 'test' } }, allow: { to: { file: { categories: 'not-run' } } } },
    { from: { file: { categories: { noneOf: ['test'] } } }, disallow: { to: { file: { categories: 'test' } } } },
  ],
};

const exportRules = [
  { selector: 'ExportDefaultDeclaration', message: 'Exports have names.' },
  { selector: 'ExportAllDeclaration', message: 'Import from the file that holds it: no barrels.' },
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
      'boundaries/dependencies': ['error', whoMayImportWhom],
      'import-x/no-cycle': 'error',
      'import-x/no-self-import': 'error',
      'max-lines': ['error', 250],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
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
    files: [products],
    ignores: testCode,
    rules: {
      'max-lines-per-function': ['error', { max: 60, skipComments: true }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'server/src/process/env.ts reads it.' },
      ],
    },
  },
  // A form is long in lines and short in thought.
  { files: ['web/src/**/*.tsx'], rules: { 'max-lines-per-function': ['error', { max: 90, skipComments: true }] } },
  {
    files: testCode,
    rules: {
      'max-lines': ['error', 350],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['server/src/process/env.ts', 'server/src/{serve,projector-main,command-line}.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  { files: [products], rules: { 'no-restricted-syntax': ['error', ...exportRules] } },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: testCode,
    rules: {
      'no-restricted-syntax': [
        'error',
        ...exportRules,
        {
          selector: "Program > VariableDeclaration[kind='let'], Program > ExportNamedDeclaration > [kind='let']",
          message: 'State lives in a store or a component.',
        },
      ],
    },
  },
  {
    files: ['**/index.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', { selector: 'Program', message: 'Name the file after what it holds.' }],
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
        { object: 'Date', property: 'now', message: 'The domain is pure: it is told the time.' },
      ],
    },
  },
  {
    // What pages load of the domain holds no schema: the browser gets their types alone.
    files: ['web/src/**/*.{ts,tsx}', 'domain/src/**/*.ts'],
    ignores: ['domain/src/wire/schemas/**', ...testCode],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [{ name: 'zod', message: 'Schemas belong into domain/src/wire/schemas.' }],
          patterns: [
            { regex: '/schemas/', allowTypeImports: true, message: 'Import the type only: pages load no zod.' },
          ],
        },
      ],
      // `import { type Row }` would still load the file.
      '@typescript-eslint/no-import-type-side-effects': 'error',
    },
  },
  { files: ['web/src/**/*.{ts,tsx}'], ...reactHooks.configs.flat['recommended-latest'] },
  ...webRooms.slice(0, -1).map((room, at) => ({
    files: [`web/src/${room}/**/*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: webRooms
            .slice(at + 1)
            .map((above) => ({ regex: `^(\\.\\./)+${above}/`, message: `${room}/ lies below ${above}/.` })),
        },
      ],
    },
  })),
  {
    files: ['web/src/features/**/*.{ts,tsx}'],
    rules: { 'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones: featureZones }] },
  },
  ...serverRooms.map((room, at) => ({
    files: [`server/src/${room}/**/*.ts`],
    ignores: testCode,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            ...serverRooms
              .slice(at + 1)
              .map((above) => ({ regex: `^(\\.\\./)+${above}/`, message: `${room}/ lies below ${above}/.` })),
            {
              regex: `^(\\.\\./)+(${[...startFiles, ...(roomsWithAllServices.includes(room) ? [] : ['services'])].join('|')})\\.js$`,
              message: `${room}/ lies below the files that start the server: name the services that are needed.`,
            },
          ],
        },
      ],
    },
  })),
  {
    // Plain JavaScript has no types that could be vouched for.
    files: ['**/*.{js,mjs}'],
    rules: Object.fromEntries(
      ['argument', 'assignment', 'call', 'member-access', 'return'].map((kind) => [
        `@typescript-eslint/no-unsafe-${kind}`,
        'off',
      ]),
    ),
  },
);
