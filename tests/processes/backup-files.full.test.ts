import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OwnedFiles } from '@guildhall/server/files/owned-files.js';
import { openSqliteVault } from '@guildhall/server/vault/sqlite/sqlite-vault.js';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { runGuildhall, startGuildhall } from '../support/processes/command-line.js';
import { findFreePort, startServerProcess, createTemporaryFolder } from '../support/processes/server-process.js';

const fileCount = 400;
const countAtKill = 20;

function readContents(folder: string): Map<string, string> {
  const owner = join(folder, 'site');
  if (!existsSync(owner)) return new Map();
  return new Map(readdirSync(owner).map((name) => [name, readFileSync(join(owner, name), 'latin1')]));
}

test('files are complete after a backup or restore is killed and repeated', async () => {
  const folder = createTemporaryFolder();
  const site = { dataDir: join(folder, 'site'), port: await findFreePort() };
  await (await startServerProcess(site)).stop();
  const vault = await openSqliteVault(join(site.dataDir, 'vault.db'));
  const logger = pino({ level: 'silent' });
  const files = new OwnedFiles({ vault, store: vault.fileStore, uses: [], logger });
  for (let n = 0; n < fileCount; n++) await files.save(null, Buffer.alloc(30_000, `file ${n} `), 'image/webp');
  await vault.close();
  const contents = readContents(join(site.dataDir, 'files'));
  expect(contents.size).toBe(fileCount);

  const copies = join(folder, 'copies');
  const buildWords = (command: string, name: string) => [command, join(folder, name), '--files', copies];
  const killAt = async (command: string, name: string, to: string, target = site) => {
    const run = startGuildhall(buildWords(command, name), target);
    await expect.poll(() => readContents(to).size, { interval: 2 }).toBeGreaterThanOrEqual(countAtKill);
    await run.kill();
    const partialContents = readContents(to);
    expect(partialContents.size).toBeLessThan(fileCount);
    for (const [name, content] of partialContents) expect(content === contents.get(name), name).toBe(true);
  };

  await killAt('backup', 'monday', copies);
  expect(await runGuildhall(buildWords('backup', 'tuesday'), site)).toMatchObject({
    code: 0,
    output: expect.stringContaining(`${fileCount} files.`) as string,
  });
  expect(readContents(copies)).toEqual(contents);

  const restoredSite = { dataDir: join(folder, 'restored'), port: site.port };
  await killAt('restore', 'tuesday', join(restoredSite.dataDir, 'files'), restoredSite);
  rmSync(restoredSite.dataDir, { recursive: true });
  expect((await runGuildhall(buildWords('restore', 'tuesday'), restoredSite)).code).toBe(0);
  expect(readContents(join(restoredSite.dataDir, 'files'))).toEqual(contents);
  await (await startServerProcess(restoredSite)).stop();
});
