import { beginning } from '@guildhall/event-store/port.js';
import { expect, test } from 'vitest';
import { NamelessClient } from '../../support/games/nameless-client.js';
import { buildJavaAccount, TestGameServer } from '../../support/site/game-server.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();
const secrets = ['203.0.113.77', 'SecretWorld'];
const details = {
  ip: secrets[0],
  address: secrets[0],
  location: { world: secrets[1], x: 1, y: 2, z: 3 },
  placeholders: { world: secrets[1] },
};

async function readStored(name: string): Promise<string> {
  const { vault, log } = site.services;
  const accounts = await vault.findGameAccountsStartingWith(name, 10);
  const sessions = await Promise.all(accounts.map(({ id }) => vault.findPlayerSessionsBefore(id, null, 10)));
  return JSON.stringify([accounts, sessions, await log.readAll(beginning, 10_000)]);
}

test("the addresses and locations in a program's reports are dropped", async () => {
  const server = await TestGameServer.create(site);
  const account = { ...buildJavaAccount(1, 'Anna1'), ...details };
  for (const kind of ['join', 'ban']) {
    const result = await server.report(kind, account, details, details);
    expect(result).toBe('applied');
  }
  const stored = await readStored('Anna1');
  expect(stored).toContain('"leftAt":null');
  for (const secret of secrets) expect(stored).not.toContain(secret);
});

test("the addresses and locations in the plugin's list of players are dropped", async () => {
  const client = await NamelessClient.create(site);
  const player = { name: 'Bram1', login_time: Date.now() - 60_000, ...details };
  const players = { [buildJavaAccount(2).uuid.replaceAll('-', '')]: player };
  const { status } = await client.call('POST', 'minecraft/server-info', { server_id: 1, time: Date.now(), players });
  const stored = await readStored('Bram1');
  expect([status, stored]).toEqual([200, expect.stringContaining('"leftAt":null')]);
  for (const secret of secrets) expect(stored).not.toContain(secret);
});
