import { beginning } from '@guildhall/event-store/port.js';
import { memberRole } from '@guildhall/domain/roles.js';
import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { createLimits } from '@guildhall/server/request/rate-limits.js';
import { createSystemContext } from '@guildhall/server/commands/command-context.js';
import { fillLedgers } from '@guildhall/server/games/ledger/fill-ledgers.js';
import { createLedger } from '@guildhall/server/games/ledger/game-reports.js';
import { linkAccount } from '@guildhall/server/testing/games/link-account.js';
import { testContext } from '@guildhall/server/testing/services.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { exchange } from '../../support/site/exchange.js';
import { buildJavaAccount, runLedgers, TestGameServer } from '../../support/site/game-server.js';
import { testSite, type SiteMember } from '../../support/site/site.js';

const site = testSite();
let [vip, mvp] = [0, 0];
let stop: () => Promise<void>;
const createRole = async () =>
  (await site.perform('POST', '/admin/roles', { name: site.createName() }, { as: site.admin })).id;
beforeAll(async () => {
  [vip, mvp] = [await createRole(), await createRole()];
  stop = await runLedgers(site);
});
afterAll(() => stop());

let players = 0;
const createAccount = () => buildJavaAccount(5_000 + ++players);
type Account = ReturnType<typeof createAccount>;
const buildRanks = () => [
  { role_id: mvp, rank: 'mvp' },
  { role_id: vip, rank: 'vip' },
];
const createServer = (fields: object = {}) => TestGameServer.create(site, { ranks: buildRanks(), ...fields });
const ban = (id: number, body: object = {}) => site.perform('POST', `/admin/ban/${id}`, body, { as: site.admin });
const unban = (id: number) => site.perform('POST', `/admin/unban/${id}`, {}, { as: site.admin });
const give = (id: number, role: number) => site.perform('POST', `/admin/role/${id}`, { role }, { as: site.admin });
const countBans = () => site.services.policy.games.bans.size;

async function createPlayer(): Promise<{ person: SiteMember; account: Account; accountId: number }> {
  const [person, account] = [await site.createMember(site.createName()), createAccount()];
  const { uuid, name } = account;
  return { person, account, accountId: await linkAccount(site.services, person.id, { uuid, name }) };
}

/** Applies entries until the ledger has no more. */
const applyAll = (server: TestGameServer) =>
  vi.waitFor(async () => {
    await server.apply();
    expect((await server.read()).entries).toEqual([]);
  }, 20_000);

describe('what the site does', () => {
  test("a linked member's bans, unbans and roles reach every server in order", async () => {
    const { person, account } = await createPlayer();
    const servers = [await createServer(), await createServer()];
    await give(person.id, vip);
    await ban(person.id, { reason: 'Griefing' });
    await unban(person.id);
    await give(person.id, mvp);
    for (const server of servers) {
      const names: string[] = [];
      await vi.waitFor(async () => {
        names.push(...(await server.apply()).filter((entry) => entry.includes(account.name)));
        expect(names.at(-1)).toBe(`rank.add ${account.name} mvp`);
      }, 20_000);
      expect(names[0]).toBe(`link ${account.name}`);
      expect(names).toContain(`rank.remove ${account.name} vip`);
      const positions = server.entries.map(({ pos }) => pos);
      expect(positions).toEqual(positions.map((_, n) => n + 1));
      const entry = server.entries.find(({ account: of }) => of?.name === account.name);
      expect(entry).toMatchObject({ account, member: { id: person.id, username: person.name } });
    }
  });

  test('a ban limited to the site has no effect in the game, and game servers do not change it', async () => {
    const server = await createServer({ bans_on_site: true });
    const { person, account } = await createPlayer();
    const listBansInGame = () =>
      server.entries
        .filter(({ kind, member }) => member?.id === person.id && kind.endsWith('ban'))
        .map(({ kind }) => kind);
    const findSiteBan = () => site.services.policy.findBan(person.id);
    await ban(person.id);
    await vi.waitFor(async () => expect((await server.apply()).join()).toContain(`ban ${account.name}`), 20_000);
    await ban(person.id, { site_only: true });
    await vi.waitFor(async () => {
      await server.apply();
      expect(listBansInGame()).toEqual(['ban', 'unban']);
    }, 20_000);
    expect(await server.report('ban', account, { until: '2100-01-01T00:00:00Z' })).toBe('applied');
    expect(await server.report('unban', account)).toBe('applied');
    expect(findSiteBan()).toEqual({ reason: null, until: null, siteOnly: true });
    const [entry] = await site.get<AuditRow[]>('/admin/audit?kind=MemberBanned&limit=1', site.admin);
    expect(entry).toMatchObject({ before: { banned: true }, after: { site_only: true } });
    await site.perform('POST', `/admin/audit/${entry?.id}/undo`, {}, { as: site.admin });
    await vi.waitFor(async () => {
      await server.apply();
      expect(listBansInGame()).toEqual(['ban', 'unban', 'ban']);
    }, 20_000);
  });

  test('a new server first receives the active bans and mapped ranks', async () => {
    const { person, account } = await createPlayer();
    await give(person.id, vip);
    await ban(person.id, { until: '2100-01-01T00:00:00Z' });
    const server = await createServer();
    await vi.waitFor(async () => {
      await server.apply();
      const own = server.entries.filter(({ account: of }) => of?.name === account.name);
      expect(own.map(({ kind, data }) => [kind, data])).toEqual([
        ['link', {}],
        ['ban', { reason: null, until: '2100-01-01T00:00:00.000Z' }],
        ['rank.add', { rank: 'vip' }],
      ]);
    }, 20_000);
  });

  test('a temporary ban is one ledger entry, and its expiry another', async () => {
    const { person } = await createPlayer();
    const server = await createServer();
    await vi.waitFor(async () => expect((await server.apply()).length + server.applied).toBeGreaterThan(0), 20_000);
    const until = new Date(Date.now() + 2_000).toISOString();
    await ban(person.id, { until });
    await vi.waitFor(async () => {
      await site.services.ledgerFiller.fillDue();
      await server.apply();
      const bans = server.entries.filter(({ kind, member }) => member?.id === person.id && kind.endsWith('ban'));
      expect(bans.map(({ kind }) => kind)).toEqual(['ban', 'unban']);
    }, 30_000);
  });
});

describe('what game servers report', () => {
  test("a ban is audited as the server's, reaches the others but not its origin, and can be undone", async () => {
    const [origin, other] = [await createServer(), await createServer()];
    await Promise.all([origin.apply(), other.apply()]);
    const account = createAccount();
    expect(await origin.report('ban', account, { reason: 'Grief', ip: '203.0.113.7' })).toBe('applied');
    await vi.waitFor(async () => expect(await other.apply()).toContain(`ban ${account.name} Grief`), 20_000);
    const [entry] = await site.get<{ id: string }[]>('/admin/audit?limit=1', site.admin);
    expect(entry).toMatchObject({ kind: 'PlayerBanned', actor: { id: origin.id }, after: { reason: 'Grief' } });
    expect(JSON.stringify(await site.services.log.readAll('0'.repeat(20), 10_000))).not.toContain('203.0.113');
    await site.perform('POST', `/admin/audit/${entry?.id}/undo`, {}, { as: site.admin });
    for (const server of [origin, other])
      await vi.waitFor(async () => {
        await server.apply();
        expect(server.entries.at(-1)).toMatchObject({ kind: 'unban', account });
      }, 20_000);
    expect(origin.entries.filter(({ kind, account: of }) => kind === 'ban' && of?.name === account.name)).toEqual([]);
  });

  test('a report that changes nothing creates no event, and neither does a repeated one', async () => {
    const server = await createServer();
    const account = createAccount();
    expect(await server.report('ban', account, {}, { id: 'one' })).toBe('applied');
    const head = await site.readHead();
    expect(await server.report('ban', account)).toBe('duplicate');
    expect(await server.report('ban', account, {}, { id: 'one' })).toBe('duplicate');
    expect(await site.readHead()).toBe(head);
    expect(await server.report('unban', account)).toBe('applied');
    expect(await server.report('unban', account)).toBe('duplicate');
  });

  test('a ban in the game bans the linked member only if the server is set up to, and never staff', async () => {
    const [lenient, strict] = [await createServer(), await createServer({ bans_on_site: true })];
    const [one, two] = [await createPlayer(), await createPlayer()];
    expect(await lenient.report('ban', one.account)).toBe('applied');
    expect(await strict.report('ban', two.account)).toBe('applied');
    expect([one, two].map(({ person }) => site.services.policy.findBan(person.id) !== null)).toEqual([false, true]);
    const staff = await createPlayer();
    const role = await createRole();
    await site.perform('POST', `/admin/roles/${role}/permissions`, { permission: 'lock_topics' }, { as: site.admin });
    await give(staff.person.id, role);
    const bans = countBans();
    for (const server of [lenient, strict]) expect(await server.report('ban', staff.account)).toBe('forbidden');
    expect([countBans(), site.services.policy.findBan(staff.person.id)]).toEqual([bans, null]);
    // The game server has already banned them in the game, so its ledger makes it undo the ban.
    await vi.waitFor(async () => {
      await strict.apply();
      expect(strict.entries.at(-1)).toMatchObject({ kind: 'unban', account: staff.account });
    }, 20_000);
  });

  test('ranks become roles up to the limit of the server', async () => {
    const server = await createServer();
    const { person, account } = await createPlayer();
    const getRole = () => site.services.policy.getRoleId(person.id);
    expect(await server.report('rank.add', account, { rank: 'unknown' })).toBe('rank-unknown');
    expect(await server.report('rank.add', createAccount(), { rank: 'vip' })).toBe('not-linked');
    expect(await server.report('rank.add', account, { rank: 'mvp' })).toBe('applied');
    expect(getRole()).toBe(mvp);
    expect(await server.report('rank.add', account, { rank: 'vip' })).toBe('rank-lower');
    expect((await server.apply()).at(-1)).toBe(`rank.remove ${account.name} vip`);
    expect(await server.report('rank.add', account, { rank: 'mvp' })).toBe('duplicate');
    expect(await server.report('rank.remove', account, { rank: 'mvp' })).toBe('applied');
    expect(getRole()).toBe(memberRole.id);
  });

  test('the site wins conflicts about ranks, and the later change wins conflicts about bans', async () => {
    const server = await createServer();
    const { person, account } = await createPlayer();
    await vi.waitFor(async () => expect((await server.apply()).join()).toContain(account.name), 20_000);
    await give(person.id, mvp);
    await ban(person.id);
    await unban(person.id);
    await vi.waitFor(async () => {
      const { entries } = await server.read();
      expect(entries.at(-1)).toMatchObject({ kind: 'unban', account });
    }, 20_000);
    expect(await server.report('rank.remove', account, { rank: 'mvp' })).toBe('ledger-conflict');
    expect(await server.report('ban', account, {}, { at: '2020-01-01T00:00:00Z' })).toBe('ledger-conflict');
    expect(await server.report('ban', account)).toBe('applied');
    // The pending unban would lift the game server's own ban, so the ban is added to the ledger again.
    await vi.waitFor(async () => {
      const { entries } = await server.read();
      expect(entries.at(-1)).toMatchObject({ kind: 'ban', account });
    }, 20_000);
  });

  test('player sessions are recorded outside the log', async () => {
    const server = await createServer();
    const account = createAccount();
    await server.report('join', account);
    const head = await site.readHead();
    expect(await server.report('playtime', account, { seconds: 60 })).toBe('applied');
    expect(await site.services.playerSessions.countOnline(server.id)).toBe(1);
    expect(await server.report('leave', account)).toBe('applied');
    expect([await site.services.playerSessions.countOnline(server.id), await site.readHead()]).toEqual([0, head]);
  });
});

describe('positions', () => {
  test('acknowledgements only move forward, and failures are stored', async () => {
    const { person } = await createPlayer();
    const server = await createServer();
    await ban(person.id);
    const { entries } = await vi.waitFor(async () => {
      const page = await server.read();
      expect(page.head).toBeGreaterThan(1);
      return page;
    }, 20_000);
    const acknowledge = (body: object) => server.program.send('POST', '/game/ledger/ack', body);
    const results = [{ id: entries[1]?.id, ok: false, error: 'Unknown player' }];
    expect((await acknowledge({ pos: 2, results })).json).toMatchObject({ acknowledged: 2 });
    expect((await acknowledge({ pos: 1 })).json).toMatchObject({ acknowledged: 2 });
    expect((await acknowledge({ pos: 100_000 })).json).toMatchObject({ code: 'ledger-position' });
    expect(await site.services.ledger.findRecord(server.id)).toMatchObject({
      acknowledged: 2,
      failures: [{ position: 2, error: 'Unknown player' }],
    });
    expect((await acknowledge({ reset: 1, reason: 'Restored from a backup' })).json).toMatchObject({ acknowledged: 1 });
    const [entry] = await site.get<object[]>('/admin/audit?limit=1', site.admin);
    expect(entry).toMatchObject({ kind: 'LedgerReset', actor: { id: server.id }, undoable: false });
    expect((await acknowledge({ reset: 1 })).status).toBe(400);
    const { status, json } = await server.program.send('GET', '/game/ledger?after=100000');
    expect([status, json]).toMatchObject([409, { code: 'ledger-position' }]);
  });

  test("a game server's calls are limited", async () => {
    const server = await createServer();
    Object.assign(site.services.limits, createLimits(true));
    await site.services.limits.take('game', String(server.id), 600);
    const { status, json } = await server.program.send('POST', '/game/ledger/ack', { pos: 0 });
    Object.assign(site.services.limits, createLimits(false));
    expect([status, json]).toMatchObject([429, { code: 'too-many' }]);
  });

  test('a call waits for the next entry, whatever else happens meanwhile', async () => {
    const [server, other] = [await createServer(), await createServer()];
    await applyAll(server);
    const waits = vi.spyOn(site.services.ledger.waiters, 'wait');
    onTestFinished(() => waits.mockRestore());
    const waitingRead = server.apply(20);
    await expect.poll(() => waits.mock.calls.length).toBeGreaterThan(0);
    const waitCount = waits.mock.calls.length;
    await createRole();
    await expect.poll(() => waits.mock.calls.length).toBeGreaterThan(waitCount);
    const account = createAccount();
    expect(await other.report('ban', account)).toBe('applied');
    expect((await waitingRead).join()).toContain(`ban ${account.name}`);
  });

  test.each(['this', 'another'])('revoking the key on %s server ends a waiting call immediately', async (which) => {
    const server = await createServer();
    await applyAll(server);
    const second = which === 'another' ? await site.startSecond() : null;
    onTestFinished(() => second?.stop());
    const { url, services } = second ?? site;
    const waits = vi.spyOn(services.ledger.waiters, 'wait');
    onTestFinished(() => waits.mockRestore());
    const path = `/api/game/ledger?after=${server.applied}&wait=30`;
    const waitingRead = exchange(url, { method: 'GET', path, headers: server.program.headers });
    await expect.poll(() => waits.mock.calls.length).toBeGreaterThan(0);
    await server.program.revoke();
    expect((await waitingRead).json).toMatchObject({ code: 'key-invalid' });
  });

  test("only a server's two newest calls wait", async () => {
    const server = await createServer();
    await applyAll(server);
    const calls = [1, 2, 3].map(() => server.read({ wait: 30 }));
    expect(await Promise.race(calls)).toMatchObject({ entries: [] });
    await server.program.revoke();
    await Promise.allSettled(calls);
  });
});

test('two Guildhall servers, and a retry after a crash, append each entry once', async () => {
  const [{ person }, server] = [await createPlayer(), await createServer()];
  await ban(person.id);
  const { services } = site;
  const [one, other] = [services, { ...services, ...createLedger(services) }];
  const events = (await services.log.readAll(beginning, 100_000)).filter(({ type }) =>
    fillLedgers(one).events.includes(type),
  );
  const handleAll = async (of: typeof one) => {
    for (const event of events)
      await fillLedgers(of).handle(event, (part) => createSystemContext('ledger', `${event.id} ${part}`));
  };
  await Promise.all([handleAll(one), handleAll(other)]);
  await handleAll({ ...services, ...createLedger(services) });
  const entries: string[] = [];
  for (let after = 0, head = 1; after < head;) {
    const page = await server.read({ after, limit: 500 });
    entries.push(...page.entries.map(({ kind, account, data }) => `${kind} ${account?.uuid} ${data.rank}`));
    [after, head] = [page.next, page.head];
  }
  expect(entries.length).toBeGreaterThan(5);
  expect(new Set(entries).size).toBe(entries.length);
});

test('entries do not name an erased member', async () => {
  const { person } = await createPlayer();
  const server = await createServer();
  const listEntries = async () =>
    (await server.read({ limit: 500 })).entries.filter(({ member }) => member?.id === person.id);
  await vi.waitFor(async () => expect(await listEntries()).not.toEqual([]), 20_000);
  await site.services.commands.staff({ type: 'Leave', userId: person.id, texts: true }, null, testContext());
  expect(await listEntries()).toEqual([]);
});
