import { streams } from '@guildhall/domain/events.js';
import { adminRole, memberRole, type PermissionKey } from '@guildhall/domain/roles.js';
import { linkAccount } from '@guildhall/server/testing/games/link-account.js';
import { makeAdmin } from '@guildhall/server/testing/services.js';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { NamelessClient } from '../../support/games/nameless-client.js';
import { buildJavaAccount, TestGameServer } from '../../support/site/game-server.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();
const roles = { admin: adminRole.id as number, banner: 0, helper: 0, vip: 0, player: memberRole.id as number };
type Name = keyof typeof roles;
const names = Object.keys(roles) as Name[];
const staff: readonly Name[] = ['admin', 'banner', 'helper'];
const people = new Map<Name, { userId: number; accountId: number }>();
const buildAccount = (name: Name) => buildJavaAccount(9_000 + names.indexOf(name), name);
/** Their limits are one role without a staff permission and one with. */
let hostileServers: NamelessClient[] = [];
let otherServer: TestGameServer;

beforeAll(async () => {
  const createRole = async (permission?: PermissionKey) => {
    const { id } = await site.perform('POST', '/admin/roles', { name: site.createName() }, { as: site.admin });
    if (permission) await site.perform('POST', `/admin/roles/${id}/permissions`, { permission }, { as: site.admin });
    return id;
  };
  Object.assign(roles, {
    banner: await createRole('ban_accounts'),
    helper: await createRole('lock_topics'),
    vip: await createRole(),
  });
  for (const name of names) {
    const { id: userId } = await site.createMember(site.createName());
    const { uuid } = buildAccount(name);
    people.set(name, { userId, accountId: await linkAccount(site.services, userId, { uuid, name }) });
    if (name === 'admin') await makeAdmin(site.services, userId);
    else await site.perform('POST', `/admin/role/${userId}`, { role: roles[name] }, { as: site.admin });
  }
  const ranks = names.map((rank) => ({ role_id: roles[rank], rank }));
  const fields = { ranks, conflicts: { bans: 'game', ranks: 'game' }, bans_on_site: true };
  const create = (highest_role_id: number) => NamelessClient.create(site, { ...fields, highest_role_id });
  hostileServers = [await create(roles.vip), await create(roles.banner)];
  otherServer = await TestGameServer.create(site, { ranks });
});

const memberNames = fc.constantFrom(...names);
const position = fc.constantFrom(null, 0, 1, 1_000_000);
const kinds = ['ban', 'unban', 'rank.add', 'rank.remove', 'join', 'leave', 'playtime'] as const;
const reports = fc.record({
  call: fc.constant('report' as const),
  kind: fc.constantFrom(...kinds),
  who: memberNames,
  rank: memberNames,
  position,
  until: fc.constantFrom(null, '2100-01-01T00:00:00.000Z'),
});
const calls = fc.oneof(
  { arbitrary: reports, weight: 10 },
  fc.record({ call: fc.constant('acknowledge' as const), position }),
  fc.record({ call: fc.constantFrom('reset' as const, 'read' as const), position }),
  fc.record({ call: fc.constantFrom('code' as const, 'link' as const, 'ban' as const), who: memberNames }),
  fc.record({ call: fc.constant('groups' as const), who: memberNames, groups: fc.array(memberNames) }),
);
type Call = typeof calls extends fc.Arbitrary<infer T> ? T : never;
/** The site accepts these about a member who is not staff. */
const acceptedCalls: Call[] = [
  ...kinds.map((kind) => ({ call: 'report', kind, who: 'player', rank: 'vip', position: null, until: null }) as const),
  { call: 'ban', who: 'player' },
  { call: 'groups', who: 'player', groups: ['vip'] },
];

let reportedCount = 0;
const acceptedNames = new Set<string>();

async function send(server: NamelessClient, call: Call): Promise<void> {
  const callAsProgram = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${server.key}` };
    return site.send(method, path, body, { headers, isOriginSent: false });
  };
  const callAsPlugin = async (path: string, body: object) => {
    const { status } = await server.call('POST', path, body);
    if (status === 200) acceptedNames.add(`plugin: ${call.call}`);
  };
  switch (call.call) {
    case 'report': {
      const { kind, rank, until } = call;
      const data = { rank, until, seconds: 60 };
      const item = { id: `${++reportedCount}`, kind, account: buildAccount(call.who), pos: call.position, data };
      const { json } = await callAsProgram('POST', '/game/reports', { items: [item] });
      if ((json as { results: { result: string }[] }).results[0]?.result === 'applied') acceptedNames.add(kind);
      return;
    }
    case 'acknowledge':
      return void (await callAsProgram('POST', '/game/ledger/ack', { pos: call.position ?? 0 }));
    case 'reset':
      return void (await callAsProgram('POST', '/game/ledger/ack', { reset: call.position ?? 0, reason: 'Backup' }));
    case 'read':
      return void (await callAsProgram('GET', `/game/ledger?after=${call.position ?? 0}`));
    case 'code':
      return void (await callAsProgram('POST', '/game/codes', { account: buildAccount(call.who) }));
    case 'link':
      return void (await callAsProgram('POST', '/game/links', { code: 'AAAAAAAA', account: buildAccount(call.who) }));
    case 'ban':
      return callAsPlugin(`users/integration_id:Minecraft:${buildAccount(call.who).uuid}/ban`, {});
    case 'groups': {
      const player_groups = { [buildAccount(call.who).uuid]: { groups: call.groups } };
      return callAsPlugin('minecraft/update-groups', { server_id: 1, player_groups });
    }
  }
}

/** Reads everything that other game servers must not be able to change. */
const readOtherServer = async () => {
  const { vault, log, playerSessions } = site.services;
  return [
    await vault.findGameServerRecords([otherServer.id]),
    await log.readStream(streams.gameReports(otherServer.id)),
    await playerSessions.countOnline(otherServer.id),
  ];
};

test('a hostile game server cannot act on staff, assign a role above its limit or act for another server', async () => {
  const { policy } = site.services;
  const otherBefore = await readOtherServer();
  const sequences = fc.array(calls, { minLength: 1, maxLength: 20, size: 'max' });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0, 1), sequences, async (which, sequence) => {
      const server = hostileServers[which] as NamelessClient;
      for (const call of sequence) await send(server, call);
      for (const [name, { userId, accountId }] of people) {
        const isStaff = staff.includes(name);
        const role = policy.getRoleId(userId);
        if (isStaff) expect([name, role]).toEqual([name, roles[name]]);
        else expect([roles.vip, memberRole.id]).toContain(role);
        if (isStaff) expect([policy.findBan(userId), policy.games.bans.get(accountId)]).toEqual([null, undefined]);
        expect(policy.games.memberOfAccount.get(accountId)).toBe(userId);
      }
      expect(await readOtherServer()).toEqual(otherBefore);
    }),
    { numRuns: 60, examples: [[0, acceptedCalls]] },
  );
  expect([...acceptedNames].sort()).toEqual([...kinds, 'plugin: ban', 'plugin: groups'].sort());
});
