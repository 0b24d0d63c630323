import { findGameServer } from '@guildhall/domain/games/state.js';
import { adminRole, memberRole, type PermissionKey } from '@guildhall/domain/roles.js';
import type { GameReport } from '@guildhall/server/games/ledger/reported-changes.js';
import { linkAccount } from '@guildhall/server/testing/games/link-account.js';
import { makeAdmin } from '@guildhall/server/testing/services.js';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { TestProgram } from '../../support/site/program.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();
const roles = { admin: adminRole.id as number, banner: 0, helper: 0, vip: 0, player: memberRole.id as number };
type Name = keyof typeof roles;
const names = Object.keys(roles) as Name[];
const people = new Map<Name, { userId: number; accountId: number }>();
let serverId = 0;

beforeAll(async () => {
  const newRole = async (permission?: PermissionKey) => {
    const { id } = await site.done('POST', '/admin/roles', { name: site.newName() }, { as: site.admin });
    if (permission) await site.done('POST', `/admin/roles/${id}/permissions`, { permission }, { as: site.admin });
    return id;
  };
  Object.assign(roles, {
    banner: await newRole('ban_accounts'),
    helper: await newRole('lock_topics'),
    vip: await newRole(),
  });
  for (const name of names) {
    const { id: userId } = await site.person(site.newName());
    people.set(name, { userId, accountId: await linkAccount(site.services, userId) });
    if (name === 'admin') await makeAdmin(site.services, userId);
    else await site.done('POST', `/admin/role/${userId}`, { role: roles[name] }, { as: site.admin });
  }
  const ranks = names.map((rank) => ({ role_id: roles[rank], rank }));
  const conflicts = { bans: 'game', ranks: 'game' };
  const fields = { ranks, conflicts, bans_on_site: true, highest_role_id: roles.vip };
  ({ serverId } = await TestProgram.ofGameServer(site, fields));
});

const reports = fc.array(
  fc.record({
    kind: fc.constantFrom('ban' as const, 'unban' as const, 'rank.add' as const, 'rank.remove' as const),
    who: fc.constantFrom(...names),
    rank: fc.constantFrom(...names),
    position: fc.constantFrom(null, 0, 1_000_000),
    until: fc.constantFrom(null, '2100-01-01T00:00:00.000Z'),
  }),
  { minLength: 1, maxLength: 20, size: 'max' },
);

let reported = 0;
const applied = new Map<string, number>();

test(
  'a hostile game server can neither ban or demote staff nor grant a role above its limit',
  { timeout: 120_000 },
  async () => {
    const { policy, gameReports } = site.services;
    await fc.assert(
      fc.asyncProperty(reports, async (sequence) => {
        const server = findGameServer(policy.games, serverId);
        if (!server) throw new Error('The game server is missing');
        const items = sequence.map(({ who, ...report }): GameReport => {
          return { ...report, id: `${++reported}`, accountId: people.get(who)?.accountId ?? 0 };
        });
        for (const item of items) {
          const { result } = await gameReports.report(server, item, 'test');
          if (result === 'applied') applied.set(item.kind, (applied.get(item.kind) ?? 0) + 1);
        }
        for (const [name, { userId, accountId }] of people) {
          const isStaff = name === 'admin' || name === 'banner' || name === 'helper';
          const role = policy.roleOf(userId);
          if (isStaff) expect([name, role]).toEqual([name, roles[name]]);
          else expect([roles.vip, memberRole.id]).toContain(role);
          if (isStaff) expect([policy.banOf(userId), policy.games.bans.get(accountId)]).toEqual([null, undefined]);
        }
      }),
      { numRuns: 100 },
    );
    for (const kind of ['ban', 'unban', 'rank.add', 'rank.remove']) expect(applied.get(kind) ?? 0).toBeGreaterThan(0);
  },
);
