import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkAccount } from '@guildhall/server/testing/games/link-account.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../support/processes/server-process.js';
import { buildJavaAccount, runLedgers } from '../../support/site/game-server.js';
import { TestProgram } from '../../support/site/program.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();
let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await runLedgers(site);
});
afterAll(() => stop());

const file = fileURLToPath(new URL('../../../docs/examples/game-server.mjs', import.meta.url));

function start(key: string, stateFile: string) {
  const env = { GUILDHALL_URL: site.url, GUILDHALL_KEY: key, STATE_FILE: stateFile };
  const child = spawn(process.execPath, [file], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

test('the example carries out the ledger, resumes after being killed, and reports a ban', async () => {
  const vip = (await site.perform('POST', '/admin/roles', { name: 'VIP' }, { as: site.admin })).id;
  const program = await TestProgram.createForGameServer(site, {
    ranks: [{ role_id: vip, rank: 'vip' }],
    highest_role_id: vip,
  });
  const stateFile = join(createTemporaryFolder(), 'state.json');
  const readState = async () => JSON.parse(await readFile(stateFile, 'utf8').catch(() => '{}')) as object;
  const { uuid, name } = buildJavaAccount(8_000);
  await linkAccount(site.services, site.member.id, { uuid, name });
  const give = (role: number) => site.perform('POST', `/admin/role/${site.member.id}`, { role }, { as: site.admin });

  const firstProgram = start(program.key, stateFile);
  await give(vip);
  await expect.poll(readState).toMatchObject({ ranks: { [uuid]: ['vip'] } });
  firstProgram.child.kill('SIGKILL');
  await site.perform('POST', `/admin/ban/${site.member.id}`, { reason: 'Griefing' }, { as: site.admin });

  const second = start(program.key, stateFile);
  await expect.poll(readState).toMatchObject({ bans: { [uuid]: { reason: 'Griefing' } } });
  const readAcknowledged = async () => (await site.services.ledger.findRecord(program.serverId)).acknowledged;
  await expect.poll(readAcknowledged).toBeGreaterThan(1);
  const other = buildJavaAccount(8_001);
  second.child.stdin.write(`ban ${other.uuid} ${other.name}\n`);
  await expect.poll(second.output).toContain('reported applied');
  second.child.kill();
  const account = await site.services.gameAccounts.findNamed(other.name, program.serverId);
  expect(site.services.policy.games.bans.has(account?.id ?? 0)).toBe(true);
});
