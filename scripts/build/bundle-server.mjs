// @ts-check
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown, watch } from 'rolldown';

const root = dirname(dirname(import.meta.dirname));
const dist = join(root, 'server/dist');

/** The programs and the threads, by the names that they have in `server/dist`. */
const entries = {
  main: 'server/src/main.ts',
  'projector-main': 'server/src/projector-main.ts',
  'command-line': 'server/src/command-line.ts',
  'rebuild/rebuild-worker': 'projections/src/rebuild/rebuild-worker.ts',
  'rebuild/reader-worker': 'projections/src/rebuild/reader-worker.ts',
  'rebuild/writer-worker': 'projections/src/rebuild/writer-worker.ts',
  'search/scrub-worker': 'server/src/search/scrub-worker.ts',
  'vault/sqlite/scrub-vault-worker': 'server/src/vault/sqlite/scrub-vault-worker.ts',
};

/** Native packages, and those that only the network mode or a terminal loads. */
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
    alias: { 'mime-db': join(root, 'node_modules/mime-db') }, // one table of file types in place of four
  },
  optimization: { inlineConst: false }, // a constant of the program can be found in one place
};

/** Chunks lie as deep as the sources, so that addresses relative to a module mean the same in both. */
const output = {
  dir: dist,
  sourcemap: true,
  sourcemapExcludeSources: true,
  comments: false,
  chunkFileNames: 'chunks/[name].js',
};

/** Writes the server from its sources into few files: opening 1,700 took longer than all else of a start. */
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
