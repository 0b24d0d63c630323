import { listEndedBans } from '@guildhall/domain/games/ledger.js';
import { gameLimits } from '@guildhall/domain/games/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { memberRole } from '@guildhall/domain/roles.js';
import { fillLedgers } from '@guildhall/server/games/ledger/fill-ledgers.js';
import { createLedger } from '@guildhall/server/games/ledger/game-reports.js';
import { LedgerStreams } from '@guildhall/server/games/ledger/ledger-streams.js';
import { createSystemContext } from '@guildhall/server/commands/command-context.js';
import { linkAccount } from '@guildhall/server/testing/games/link-account.js';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildJavaAccount, TestGameServer } from '../../support/site/game-server.js';
import { testSite } from '../../support/site/site.js';

/** No reaction fills this site's ledgers. */
const site = testSite();
let players = 0;
const roles = { helper: 0, mvp: 0, vip: 0 };
beforeAll(async () => {
  for (const rank of ['helper', 'mvp', 'vip'] as const)
    roles[rank] = (await site.perform('POST', '/admin/roles', { name: site.createName() }, { as: site.admin })).id;
  const permission = { permission: 'lock_topics' };
  await site.perform('POST', `/admin/roles/${roles.helper}/permissions`, permission, { as: site.admin });
});
const createServer = () =>
  TestGameServer.create(site, { ranks: Object.entries(roles).map(([rank, role_id]) => ({ role_id, rank })) });
const give = (id: number, role: number) => site.perform('POST', `/admin/role/${id}`, { role }, { as: site.admin });

async function createPlayer() {
  const person = await site.createMember(site.createName());
  const account = buildJavaAccount(8_000 + ++players);
  const { uuid, name } = account;
  return { person, account, accountId: await linkAccount(site.services, person.id, { uuid, name }) };
}
const ban = (id: number, body: object = {}) => site.perform('POST', `/admin/ban/${id}`, body, { as: site.admin });
const readKinds = async (server: TestGameServer) => (await server.read()).entries.map(({ kind }) => kind);
const readChanges = async (server: TestGameServer) =>
  (await server.read()).entries.map(({ kind, data: { rank } }) => `${kind} ${rank}`);

function passTime(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
}

test('a server that takes the lease adds what the reaction has skipped', async () => {
  const { person } = await createPlayer();
  const server = await createServer();
  await ban(person.id);
  const { ledgerFiller } = site.services;
  await ledgerFiller.compareLedgers(false);
  expect(await readKinds(server)).toEqual([]);
  await ledgerFiller.compareLedgers(true);
  expect(await readKinds(server)).toEqual(['link', 'ban']);
});

/** @returns a function that handles the events since its last call */
async function createHandler() {
  const { services } = site;
  const reaction = fillLedgers(services);
  let handledUpTo = await services.log.readHead();
  return async () => {
    const events = await services.log.readAll(handledUpTo, 1_000);
    for (const event of events.filter(({ type }) => reaction.events.includes(type)))
      await reaction.handle(event, (part) => createSystemContext('ledger', `${event.id} ${part}`));
    handledUpTo = events.at(-1)?.position ?? handledUpTo;
  };
}

test('fills the ledgers once for many late events about an account', async () => {
  const { person } = await createPlayer();
  const server = await createServer();
  const handleNew = await createHandler();
  const fills = vi.spyOn(site.services.ledgerFiller, 'fillAll');
  onTestFinished(() => fills.mockRestore());
  for (let n = 0; n < 3; n++) {
    await ban(person.id);
    await site.perform('POST', `/admin/unban/${person.id}`, {}, { as: site.admin });
  }
  await ban(person.id);
  await handleNew();
  expect(fills).toHaveBeenCalledTimes(1);
  expect(await readKinds(server)).toEqual(['link', 'ban']);
  await site.perform('POST', `/admin/unban/${person.id}`, {}, { as: site.admin });
  await handleNew();
  expect(fills).toHaveBeenCalledTimes(2);
  expect(await readKinds(server)).toEqual(['link', 'ban', 'unban']);
});

test('a game server unlinks each link that it confirmed, even if the links are handled late', async () => {
  const server = await createServer();
  const { uuid, name } = buildJavaAccount(8_000 + ++players);
  const handleNew = await createHandler();
  for (let n = 0; n < 2; n++) {
    const { id } = await site.createMember(site.createName());
    const accountId = await linkAccount(site.services, id, { uuid, name, serverId: server.id });
    await site.send('DELETE', `/admin/game-accounts/${accountId}`, {}, { as: site.admin });
  }
  await handleNew();
  expect(await readKinds(server)).toEqual(['unlink', 'unlink']);
});

test('an error on one game server does not stop the others from being compared', async () => {
  const { person } = await createPlayer();
  const [failingServer, server] = [await createServer(), await createServer()];
  await ban(person.id);
  const { ledgerFiller, ledgerStreams, logger } = site.services;
  const read = ledgerStreams.read.bind(ledgerStreams);
  const spy = vi.spyOn(ledgerStreams, 'read').mockImplementation(async (serverId) => {
    if (serverId === failingServer.id) throw new Error('This ledger cannot be read');
    return read(serverId);
  });
  const logError = vi.spyOn(logger, 'error');
  onTestFinished(() => [spy, logError].forEach((mock) => mock.mockRestore()));
  await ledgerFiller.compareLedgers(true);
  spy.mockRestore();
  expect(await readKinds(server)).toContain('ban');
  expect(logError).toHaveBeenCalledWith(expect.objectContaining({ serverId: failingServer.id }), expect.anything());
  await ledgerFiller.compareLedgers(true);
  expect(await readKinds(failingServer)).toContain('ban');
});

test('a fill waits for a report that is being applied, and does not reverse it', async () => {
  const [server, { account, accountId }] = [await createServer(), await createPlayer()];
  const { commands, ledgerFiller } = site.services;
  const give = commands.staff.bind(commands);
  let fillResult: Promise<void> | undefined;
  const spy = vi.spyOn(commands, 'staff').mockImplementationOnce(async (...parameters) => {
    fillResult = ledgerFiller.fill(server.id, [accountId], null);
    await server.read();
    return give(...parameters);
  });
  onTestFinished(() => spy.mockRestore());
  expect(await server.report('rank.add', account, { rank: 'vip' })).toBe('applied');
  await fillResult;
  expect(await readKinds(server)).toEqual(['link']);
});

test('a fill that was overtaken by a newer one on another server does not reverse it', async () => {
  const { person, accountId } = await createPlayer();
  const server = await createServer();
  const { ledgerFiller, ledgerStreams } = site.services;
  const elsewhere = createLedger(site.services);
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
  await elsewhere.ledgerFiller.fill(server.id, [accountId], null);
  release();
  await overtaken;
  expect(await readKinds(server)).toEqual(['link', 'ban']);
});

test('a report that another server records during a fill is not sent back', async () => {
  const { accountId } = await createPlayer();
  const server = await createServer();
  const elsewhere = new LedgerStreams(site.services.log);
  const ban = { reason: null, until: null };
  await site.services.ledgerStreams.addEntries(
    server.id,
    async () => {
      const report = { serverId: server.id, accountId, position: 0, at: new Date().toISOString() };
      const command = { type: 'RecordReport', ...report, change: { kind: 'ban', ...ban } } as const;
      await elsewhere.record(command, createSystemContext('test', `report ${accountId}`));
      return [{ accountId, userId: null, ban, ranks: new Map() }];
    },
    null,
  );
  expect(await readKinds(server)).toEqual([]);
});

/** Another Guildhall server is applying a rank report. */
async function recordElsewhere(server: TestGameServer, accountId: number): Promise<void> {
  const report = { serverId: server.id, accountId, position: 0, at: new Date().toISOString() };
  const change = { kind: 'rank.add', rank: 'vip' } as const;
  await new LedgerStreams(site.services.log).record(
    { type: 'RecordReport', ...report, change },
    createSystemContext('test', `report to ${server.id}`),
  );
}

test('a fill does not reverse a report that another server may still be applying', async () => {
  const [server, { person, accountId }] = [await createServer(), await createPlayer()];
  const { ledgerFiller } = site.services;
  await ledgerFiller.fill(server.id, [accountId], null);
  passTime(0);
  await recordElsewhere(server, accountId);
  await ban(person.id);
  await ledgerFiller.fill(server.id, [accountId], null);
  expect(await readKinds(server)).toEqual(['link', 'ban']);
  passTime(5_000);
  await ledgerFiller.fillDue();
  expect(await readKinds(server)).toEqual(['link', 'ban']);
  passTime(5_000);
  await ledgerFiller.fillDue();
  expect(await readKinds(server)).toEqual(['link', 'ban', 'rank.remove']);
});

test('a report leaves alone what another server is changing on the same account', async () => {
  const [server, { account, accountId }] = [await createServer(), await createPlayer()];
  const { ledgerFiller } = site.services;
  await ledgerFiller.fill(server.id, [accountId], null);
  await recordElsewhere(server, accountId);
  expect(await server.report('ban', account, {})).toBe('applied');
  await ledgerFiller.fill(server.id, [accountId], null);
  expect(await readKinds(server)).toEqual(['link']);
  passTime(10_000);
  await ledgerFiller.fillDue();
  expect(await readKinds(server)).toEqual(['link', 'rank.remove']);
});

test('a report whose server crashed before changing the site is reversed, even after a failed fill', async () => {
  const [server, { accountId }] = [await createServer(), await createPlayer()];
  const { ledgerFiller, ledgerStreams } = site.services;
  await ledgerFiller.fill(server.id, [accountId], null);
  await recordElsewhere(server, accountId);
  await ledgerFiller.fillDue();
  passTime(10_000);
  const spy = vi.spyOn(ledgerStreams, 'addEntries').mockRejectedValueOnce(new Error('The log is unavailable'));
  onTestFinished(() => spy.mockRestore());
  for (let n = 0; n < 2; n++) await ledgerFiller.fillDue();
  expect(await readKinds(server)).toEqual(['link', 'rank.remove']);
});

test('an acknowledgement records the failures of all its entries, once', async () => {
  const server = await createServer();
  const { ledger, ledgerStreams } = site.services;
  const count = gameLimits.entries + 1;
  const bans = Array.from({ length: count }, (_, n) => {
    return { accountId: 900_000 + n, userId: null, ban: { reason: null, until: null }, ranks: new Map() };
  });
  await ledgerStreams.addEntries(server.id, async () => bans, null);
  const [last] = (await ledger.readEntries(server.id, count - 1, 1)).entries;
  const acknowledge = () =>
    ledger.acknowledge(server.id, count, [{ id: last!.id, ok: false, error: 'No such player' }]);
  await Promise.all([acknowledge(), acknowledge()]);
  const { acknowledged, failures } = await ledger.findRecord(server.id);
  expect(acknowledged).toBe(count);
  expect(failures).toMatchObject([{ position: count, error: 'No such player' }]);
});

test("an erased account's ban ends only once", async () => {
  const { person, accountId } = await createPlayer();
  const server = await createServer();
  const { ledgerFiller, ledgerStreams, gameAccounts, vault } = site.services;
  await ban(person.id, { until: new Date(Date.now() + 1_000).toISOString() });
  await ledgerFiller.fill(server.id, [accountId], null);
  await vault.removeGameAccounts([accountId]);
  await vi.waitFor(async () => {
    await ledgerFiller.fillDue();
    expect(await readKinds(server)).toEqual(['link', 'ban', 'unlink', 'unban']);
  }, 20_000);
  const { entries, reports } = await ledgerStreams.read(server.id);
  expect(listEndedBans(entries.state, reports.state, new Date().toISOString())).toEqual([]);
  const describe = vi.spyOn(gameAccounts, 'describe');
  onTestFinished(() => describe.mockRestore());
  await ledgerFiller.fillDue();
  expect(describe).not.toHaveBeenCalled();
});

test('a rank change that the site refuses is reverted in the game', async () => {
  const [server, { person, account, accountId }] = [await createServer(), await createPlayer()];
  const report = (kind: string, rank: string) => server.report(kind, account, { rank });
  const fillAndApply = async () => {
    await site.services.ledgerFiller.fill(server.id, [accountId], null);
    return server.apply();
  };
  await give(person.id, roles.vip);
  await site.services.ledgerFiller.fill(server.id, [accountId], null);
  expect(await report('rank.add', 'mvp')).toBe('ledger-conflict');
  expect((await server.apply()).at(-1)).toBe(`rank.remove ${account.name} mvp`);
  expect(await report('rank.add', 'helper')).toBe('forbidden');
  expect(await server.apply()).toEqual([`rank.remove ${account.name} helper`]);
  await give(person.id, roles.helper);
  await fillAndApply();
  expect(await report('rank.remove', 'helper')).toBe('forbidden');
  expect(await fillAndApply()).toEqual([`rank.add ${account.name} helper`]);
  expect(await report('rank.add', 'vip')).toBe('rank-lower');
  expect(await fillAndApply()).toEqual([`rank.remove ${account.name} vip`]);
});

test('a rank that was removed in the game while its account was unlinked is restored', async () => {
  const [server, { person, account, accountId }] = [await createServer(), await createPlayer()];
  const fillAndApply = async () => {
    await site.services.ledgerFiller.fill(server.id, [accountId], null);
    return server.apply();
  };
  await give(person.id, roles.vip);
  await fillAndApply();
  const unlinkResponse = await site.send('DELETE', `/admin/game-accounts/${accountId}`, {}, { as: site.admin });
  const [act] = (unlinkResponse.json as { acts: string[] }).acts;
  expect(await server.report('rank.remove', account, { rank: 'vip' })).toBe('not-linked');
  await site.perform('POST', `/admin/audit/${act}/undo`, {}, { as: site.admin });
  expect(await fillAndApply()).toEqual([`rank.add ${account.name} vip`]);
});

test('a repeated report has the same result, whatever has changed since', async () => {
  const [server, { person, account, accountId }] = [await createServer(), await createPlayer()];
  const repeatReport = () => server.report('ban', account, {}, { id: 'ban' });
  expect(await server.report('ban', account)).toBe('applied');
  expect(await repeatReport()).toBe('duplicate');
  expect(await server.report('unban', account)).toBe('applied');
  expect(await repeatReport()).toBe('duplicate');
  expect(site.services.policy.games.bans.has(accountId)).toBe(false);
  const sendRefusedReport = () => server.report('rank.add', account, { rank: 'vip' }, { id: 'rank' });
  await give(person.id, roles.mvp);
  expect(await sendRefusedReport()).toBe('rank-lower');
  await give(person.id, memberRole.id);
  expect(await sendRefusedReport()).toBe('rank-lower');
  expect(site.services.policy.getRoleId(person.id)).toBe(memberRole.id);
});

test('a report that met too many concurrent changes can be repeated, even after its reversal', async () => {
  const [server, { person, account, accountId }] = [await createServer(), await createPlayer()];
  const staff = vi.spyOn(site.services.commands, 'staff').mockRejectedValueOnce(new Refusal('conflict'));
  onTestFinished(() => staff.mockRestore());
  const items = [{ id: 'one', kind: 'rank.add', account, data: { rank: 'vip' } }];
  const send = () => server.program.send('POST', '/game/reports', { items });
  expect(await send()).toMatchObject({ status: 503, json: { code: 'busy' } });
  passTime(10_000);
  await site.services.ledgerFiller.fill(server.id, [accountId], null);
  expect(await readChanges(server)).toContain('rank.remove vip');
  expect(await send()).toMatchObject({ status: 200, json: { results: [{ id: 'one', result: 'duplicate' }] } });
  expect(site.services.policy.getRoleId(person.id)).toBe(roles.vip);
  await site.services.ledgerFiller.fill(server.id, [accountId], null);
  expect((await readChanges(server)).at(-1)).toBe('rank.add vip');
});

test("stores each game server's latest 100,000 results", async () => {
  const server = await createServer();
  const account = buildJavaAccount(8_000 + ++players);
  expect(await server.report('unban', account, {}, { id: 'one' })).toBe('duplicate');
  expect(await server.report('ban', account)).toBe('applied');
  expect(await server.report('unban', account, {}, { id: 'one' })).toBe('duplicate');
  const { gameReports, vault } = site.services;
  const limit = vault.limitAnsweredReports.bind(vault);
  const spy = vi.spyOn(vault, 'limitAnsweredReports').mockImplementation((id) => limit(id, 0));
  await gameReports.sweep();
  expect(spy).toHaveBeenCalledWith(server.id, 100_000);
  spy.mockRestore();
  expect(await server.report('unban', account, {}, { id: 'one' })).toBe('applied');
});
