// @ts-check
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown, watch } from 'rolldown';

const root = dirname(dirname(import.meta.dirname));
const dist = join(root, 'server/dist');

const entries = {
  main: 'server/src/main.ts',
  'projector-main': 'server/src/projector-main.ts',
  'command-line': 'server/src/command-line.ts',
  'rebuild/rebuild-worker': 'projections/src/rebuild/rebuild-worker.ts',
  'search/scrub-worker': 'server/src/search/scrub-worker.ts',
  'vault/sqlite/scrub-vault-worker': 'server/src/vault/sqlite/scrub-vault-worker.ts',
};

/** Native packages, and packages that only the network mode or a terminal loads, are not bundled. */
const external = [
  /^(argon2|sharp|@photostructure\/sqlite)(\/|$)/,
  /^(mongodb|@eventstore\/db-client|@grpc\/grpc-js)(\/|$)/,
  /^pino-pretty$/,
];

const input = {
  cwd: root,
  input: entries,
  external,
  platform: /** @type {const} */ ('node'),
  resolve: {
    conditionNames: ['source', 'node'],
    extensionAlias: { '.js': ['.ts', '.js'] },
    // With this alias, the bundle contains one table of MIME types instead of four.
    alias: { 'mime-db': join(root, 'node_modules/mime-db') },
  },
  // Without inlining, each constant has one place in the bundle, where it can be found.
  optimization: { inlineConst: false },
  plugins: [withoutLegacyEncodings(), escapeNonLatin1()],
};

/** Chunks have the same depth as the sources so that paths relative to a module are valid in both. */
const output = {
  dir: dist,
  sourcemap: true,
  sourcemapExcludeSources: true,
  comments: false,
  chunkFileNames: 'chunks/[name].js',
};

/** Removes the encoding tables that no body can use because Express accepts JSON only in Unicode encodings. */
function withoutLegacyEncodings() {
  const filter = { id: /iconv-lite[\\/]encodings[\\/](dbcs-data|sbcs-data-generated)\.js$/ };
  return { name: 'without-legacy-encodings', load: { filter, handler: () => 'module.exports = {};' } };
}

/**
 * Escapes characters outside Latin-1. V8 retains the source of every file and uses two bytes per character if any
 * character is outside Latin-1, so escaping halves its memory.
 */
function escapeNonLatin1() {
  const nonLatin1 = /[^\0-\xff]/g;
  /**
   * @param {unknown} _options
   * @param {import('rolldown').OutputBundle} bundle
   */
  const generateBundle = (_options, bundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      if (/\\[^\0-\xff]|String\.raw`[^`]*[^\0-\xff]/.test(file.code))
        throw new Error(`${file.fileName}: a raw string or an escape contains characters outside Latin-1`);
      file.code = file.code.replace(nonLatin1, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    }
  };
  return { name: 'escape-non-latin1', generateBundle };
}

/** Bundles the server into a few files because opening 1,700 files took longer than the rest of the start. */
export async function bundleServer() {
  rmSync(join(dist, 'chunks'), { recursive: true, force: true });
  rmSync(join(dist, 'compiled'), { recursive: true, force: true });
  const bundle = await rolldown(input);
  await bundle.write(output);
  await bundle.close();
}

if (process.argv.includes('--watch')) {
  watch({ ...input, output }).on('event', (event) => {
    if (event.code === 'ERROR') console.error(event.error.message);
  });
}
