import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { viewsVersion } from '@guildhall/projections/views/all-views.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const packages = ['domain', 'event-store', 'projections', 'server'];
/** Many places write, sort by or read this field. */
const field = ['replyCount', 'replyTotal'] as const;

export interface OtherBuild {
  version: number;
  file: (name: 'main' | 'projector-main' | 'command-line') => string;
}

/** The copy's views have the next version and rename one field so that neither build can read the other's documents. */
export function createOtherBuild(folder: string): OtherBuild {
  const version = viewsVersion + 1;
  for (const name of packages) {
    cpSync(join(root, name, 'dist'), join(folder, name, 'dist'), { recursive: true });
    cpSync(join(root, name, 'package.json'), join(folder, name, 'package.json'));
  }
  for (const dist of ['projections/dist', 'server/dist'].map((name) => join(folder, name))) {
    replaceIn(dist, `viewsVersion = ${viewsVersion};`, `viewsVersion = ${version};`);
    replaceIn(dist, ...field);
  }
  linkModules(folder);
  mkdirSync(join(folder, 'web'));
  symlinkSync(join(root, 'web/dist'), join(folder, 'web/dist'));
  return { version, file: (name) => join(realpathSync(folder), 'server/dist', `${name}.js`) };
}

/** @throws if no built file contains `from` */
function replaceIn(folder: string, from: string, to: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const files = names.map((name) => join(folder, name)).filter((path) => readFileSync(path, 'utf8').includes(from));
  if (files.length === 0) throw new Error(`no file in ${folder} contains ${from}`);
  for (const path of files) writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to));
}

/** Links third-party packages as they are installed, and our own packages from the folder. */
function linkModules(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@guildhall'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@guildhall' && !name.startsWith('.')) {
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
    }
  }
  for (const name of packages) symlinkSync(join(folder, name), join(modules, '@guildhall', name));
}
