import { listEndedBans } from '@guildhall/domain/games/ledger.js';
import { linkAccount } from '@guildhall/server/testing/games/link-account.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { javaAccount, TestGameServer } from '../../support/site/game-server.js';
import { testSite } from '../../support/site/site.js';

/** No reaction fills the ledgers of this site. */
const site = testSite();
let players = 0;

async function newPlayer() {
  const person = await site.person(site.newName());
  const { uuid, name } = javaAccount(8_000 + ++players);
  return { person, accountId: await linkAccount(site.services, person.id, { uuid, name }) };
}
const ban = (id: number, body: object = {}) => site.done('POST', `/admin/ban/${id}`, body, { as: site.admin });
const kindsOf = async (server: TestGameServer, accountName?: string) =>
  (await server.read()).entries
    .filter(({ account }) => accountName === undefined || account?.name === accountName)
    .map(({ kind }) => kind);

test('a server that takes the lease adds what the reaction has skipped', async () => {
  const { person } = await newPlayer();
  const server = await TestGameServer.create(site);
  await ban(person.id);
  const { ledgerFiller } = site.services;
  await ledgerFiller.sweep(false);
  expect(await kindsOf(server)).toEqual([]);
  await ledgerFiller.sweep(true);
  expect(await kindsOf(server)).toEqual(['link', 'ban']);
});

test('a fill that was overtaken by a newer one does not reverse it', async () => {
  const { person, accountId } = await newPlayer();
  const server = await TestGameServer.create(site);
  const { ledgerFiller, ledgerStreams } = site.services;
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const read = ledgerStreams.read.bind(ledgerStreams);
  const spy = vi.spyOn(ledgerStreams, 'read').mockImplementationOnce(async (serverId) => {
    await gate;
    return read(serverId);
  });
  onTestFinished(() => spy.mockRestore());
  const overtaken = ledgerFiller.fill(server.id, [accountId], null);
  await vi.waitFor(() => expect(spy).toHaveBeenCalled());
  await ban(person.id);
  await ledgerFiller.fill(server.id, [accountId], null);
  release();
  await overtaken;
  expect(await kindsOf(server)).toEqual(['link', 'ban']);
});

test('the ban of an erased account ends once', async () => {
  const { person, accountId } = await newPlayer();
  const server = await TestGameServer.create(site);
  const { ledgerFiller, ledgerStreams, gameAccounts, vault } = site.services;
  await ban(person.id, { until: new Date(Date.now() + 1_000).toISOString() });
  await ledgerFiller.fill(server.id, [accountId], null);
  await vault.removeGameAccounts([accountId]);
  await vi.waitFor(async () => {
    await ledgerFiller.endBans();
    expect(await kindsOf(server)).toEqual(['link', 'ban', 'unlink', 'unban']);
  }, 20_000);
  const { entries, reports } = await ledgerStreams.read(server.id);
  expect(listEndedBans(entries.state, reports.state, new Date().toISOString())).toEqual([]);
  const describe = vi.spyOn(gameAccounts, 'describe');
  onTestFinished(() => describe.mockRestore());
  await ledgerFiller.endBans();
  expect(describe).not.toHaveBeenCalled();
});
