import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeDatabase, openDatabase } from '@guildhall/event-store/sqlite/database.js';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { createAdmin } from '../accounts/create-admin.js';
import { createSystemContext } from '../commands/command-context.js';
import { readEnv } from '../process/env.js';
import { OperatorError } from '../process/operator-error.js';
import { startServer, type RunningServer } from '../server.js';

let folder: string;
let lines: string[];

beforeEach(() => {
  folder = createTemporaryFolder();
  lines = [];
});

const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
const buildSitePath = (site: string, file = '') => join(folder, site, file);

function start(site: string, secret?: string): Promise<RunningServer> {
  return startServer(readEnv({ DATA_DIR: buildSitePath(site), SECRET: secret }), logger, { listen: false });
}

async function withServer<T>(
  site: string,
  work: (server: RunningServer) => Promise<T> | T,
  secret?: string,
): Promise<T> {
  const server = await start(site, secret);
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

const makeSite = (site: string, name: string) =>
  withServer(site, ({ services }) =>
    createAdmin(services, { username: name, email: `${name}@example.org`, password: 'long enough' }),
  );

async function expectRefused(site: string, line: RegExp): Promise<void> {
  const startResult = start(site);
  await expect(startResult).rejects.toBeInstanceOf(OperatorError);
  await expect(startResult).rejects.toThrow(line);
}

test('rejects a log without the vault that contains its accounts', async () => {
  await makeSite('blue', 'anna');
  rmSync(buildSitePath('blue', 'vault.db'));
  await expectRefused('blue', /^The vault is empty, but the log has 1 accounts: restore the vault from a backup$/);
});

test('rejects a vault without a log and does not create a log', async () => {
  await makeSite('blue', 'anna');
  rmSync(buildSitePath('blue', 'log.db'));
  for (let times = 0; times < 2; times++)
    await expectRefused('blue', /log\.db is missing, although .*vault\.db exists: restore/);
});

test('rejects the vault of another site', async () => {
  await makeSite('blue', 'anna');
  await makeSite('green', 'bram');
  copyFileSync(buildSitePath('green', 'vault.db'), buildSitePath('blue', 'vault.db'));
  await expectRefused(
    'blue',
    /^The log and the vault belong to different sites: restore both from backups of the same site$/,
  );
});

test('ends sessions in an older vault that ended after the backup', async () => {
  await makeSite('blue', 'anna');
  const open = ({ services }: RunningServer) => services.vault.listSessions(services.directory.findId('anna') ?? 0);
  for (const endsOneSession of [true, false]) {
    await withServer('blue', async ({ services }) => {
      for (const agent of ['one', 'other'])
        await services.sessions.begin(services.directory.findId('anna') ?? 0, agent);
    });
    copyFileSync(buildSitePath('blue', 'vault.db'), buildSitePath('blue', 'kept'));
    const remainingSessions = await withServer('blue', async (server) => {
      const { vault, commands, directory } = server.services;
      const userId = directory.findId('anna') ?? 0;
      const sessionId = endsOneSession ? ((await open(server))[0]?.id ?? '') : null;
      if (sessionId === null) await vault.endSessions(userId);
      else await vault.endSession(sessionId);
      await commands.account(
        { type: 'EndSessions', userId, sessionId },
        createSystemContext('end', String(endsOneSession)),
      );
      return open(server);
    });
    expect(remainingSessions).toHaveLength(endsOneSession ? 1 : 0);
    copyFileSync(buildSitePath('blue', 'kept'), buildSitePath('blue', 'vault.db'));
    expect(await withServer('blue', open)).toEqual(remainingSessions);
  }
});

test('reports a damaged vault or log in a single line that contains the file name', async () => {
  await makeSite('blue', 'anna');
  for (const [file, line] of [
    ['vault.db', /vault\.db is damaged \(.*\): restore it from a backup$/],
    ['log.db', /^The event log is damaged \(.*log\.db: .*\): restore it from a backup$/],
  ] as const) {
    const intactCopy = buildSitePath('blue', 'kept');
    copyFileSync(buildSitePath('blue', file), intactCopy);
    writeFileSync(buildSitePath('blue', file), 'no database '.repeat(2_000));
    await expect(start('blue')).rejects.toThrow(line);
    copyFileSync(intactCopy, buildSitePath('blue', file));
  }
  await withServer('blue', () => undefined);
});

test('reports a damaged record that startup reads in a single line', async () => {
  await makeSite('blue', 'anna');
  const db = openDatabase(buildSitePath('blue', 'vault.db'));
  db.exec(`INSERT INTO reactions VALUES ('damaged', '{')`);
  closeDatabase(db);
  await expectRefused('blue', /^The vault is damaged \(.*\): restore it from a backup$/);
});

test('reports the consequences of a changed secret only once', async () => {
  await makeSite('blue', 'anna');
  const otherSecret = 'another secret of more than 32 characters';
  for (let times = 0; times < 2; times++) await withServer('blue', () => undefined, otherSecret);
  const warnings = lines.filter((line) => line.includes('SECRET differs from the one'));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/log in again.*links in earlier emails.*recovery codes.*banned/);
});
