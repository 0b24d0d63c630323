import { adminRole, memberRole, permissionKeys, type PermissionKey } from '@guildhall/domain/roles.js';
import { createSession } from '@guildhall/server/testing/services.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createHolder, createRoleWith } from '../../support/site/holders.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
/** A section that only one role may view. */
let hiddenPlace: { section: number; role: number; holder: SiteMember };
beforeAll(async () => {
  const [section, role] = [await site.createSection(), await createRoleWith(site)];
  const buildEntry = (role_id: number, can_view: number) => ({ role_id, ...everyFlag, can_view, can_delete_post: 0 });
  const entries = [buildEntry(memberRole.id, 0), buildEntry(role, 1)];
  await site.perform('PUT', '/forums/permissions', { section_id: section, entries }, { as: site.admin });
  hiddenPlace = { section, role, holder: await createHolder(site, role) };
});

/** Each number is taken modulo the number of existing subjects. */
const call = fc.record({
  // Without weights, a whole run might contain no accepted call.
  by: fc.constantFrom(0, 0, 0, 1, 2),
  action: fc.oneof(fc.nat(15), fc.constantFrom(9, 11)),
  person: fc.nat(9),
  role: fc.nat(9),
  key: fc.constantFrom(...permissionKeys),
  flag: fc.boolean(),
});
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never;

class Gang {
  taken = 0;
  private constructor(
    readonly members: SiteMember[],
    readonly start: ReadonlySet<PermissionKey>,
    readonly above: SiteMember[],
    private readonly roles: number[],
    private readonly people: number[],
  ) {}

  static async create(keys: readonly PermissionKey[]): Promise<Gang> {
    const [own, higher] = [
      await createRoleWith(site, ...keys),
      await createRoleWith(site, ...keys, 'lock_topics', 'edit_theme'),
    ];
    const chief = await createHolder(site, own);
    const members = [chief, await site.createMember(site.createName()), await site.createMember(site.createName())];
    const higherRanked = [await createHolder(site, higher), await createHolder(site, adminRole.id)];
    const victim = await site.createMember(site.createName());
    const roles = [own, higher, adminRole.id, memberRole.id, hiddenPlace.role, 123456789];
    const people = [...members, ...higherRanked, victim, site.admin, hiddenPlace.holder].map(({ id }) => id);
    return new Gang(members, new Set([...memberRole.keys, ...keys]), higherRanked, roles, people);
  }

  async run(of: Call): Promise<void> {
    const as = this.members[of.by % this.members.length];
    const response = await this.send(of, as);
    expect(response.status, `${of.action}: ${response.text}`).toBeLessThan(500);
    if (response.status < 300) {
      this.taken++;
      const createdId = (response.json as { id?: number }).id;
      if (of.action === 0 && createdId) this.roles.push(createdId);
    }
  }

  private send({ action, person, role, key, flag }: Call, as: SiteMember | undefined) {
    const userId = this.people[person % this.people.length] ?? 0;
    // Only the newest role's permissions may be granted.
    const roleId = (flag && action < 4 ? this.roles.at(-1) : this.roles[role % this.roles.length]) ?? 0;
    const send = (method: string, path: string, body?: object) => site.send(method, path, body, { as });
    const bulk = { ids: [userId, this.above[0]?.id], role: roleId, texts: flag };
    const name = site.createName();
    switch (action) {
      case 0:
        return send('POST', '/admin/roles', { name, permissions: permissionKeys, keys: permissionKeys, id: roleId });
      case 1:
      case 2:
        return send('POST', `/admin/roles/${roleId}/permissions`, { permission: key });
      case 3:
        return send('DELETE', `/admin/roles/${roleId}/permissions/${key}`);
      case 4:
        return send('PUT', `/admin/roles/${roleId}`, { name, permissions: permissionKeys });
      case 5:
        return flag ? send('DELETE', `/admin/roles/${roleId}`) : send('GET', `/admin/roles/${roleId}/holders`);
      case 6:
      case 7:
      case 8:
        return send('POST', `/admin/role/${userId}`, { role: roleId });
      case 9:
        return send('POST', `/admin/ban/${userId}`, { reason: 'Because' });
      case 10:
        return send('POST', `/admin/unban/${userId}`);
      case 11:
        return send('POST', `/admin/delete/${userId}`, { texts: flag });
      case 12:
        return send('POST', '/admin/users/bulk', { action: flag ? 'role' : 'ban', ...bulk });
      case 13:
        return this.undo(role, as);
      case 14:
        return send('POST', '/forums/permissions', { section_id: site.section, role_id: roleId, ...everyFlag });
      default:
        return send('POST', '/admin/audit/undo', { actor_id: userId, from: '2020-01-01T00:00:00Z', to: later });
    }
  }

  /** Undoes one of the newest staff actions. */
  private async undo(which: number, as: SiteMember | undefined) {
    const entries = await site.get<{ id: string }[]>('/admin/audit?area=staff&limit=20', site.admin);
    return site.send('POST', `/admin/audit/${entries[which % entries.length]?.id}/undo`, {}, { as });
  }

  check(): void {
    const { policy, directory } = site.services;
    for (const { id } of this.members) {
      const gainedKeys = [...policy.getActor(id).keys].filter((key) => !this.start.has(key));
      const seesHiddenPlace = policy.mayView(policy.getActor(id), {
        sectionId: hiddenPlace.section,
        subsectionId: null,
      });
      expect({ id, gained: gainedKeys, sees: seesHiddenPlace, admin: policy.getRoleId(id) === adminRole.id }).toEqual({
        id,
        gained: [],
        sees: false,
        admin: false,
      });
    }
    const [moderator, admin] = this.above.map(({ id }) => id);
    expect(policy.getRoleId(moderator ?? 0)).toBe(this.roles[1]);
    expect(policy.getRoleId(hiddenPlace.holder.id)).toBe(hiddenPlace.role);
    expect([...policy.getActor(moderator ?? 0).keys]).toEqual(expect.arrayContaining(['lock_topics', ...this.start]));
    expect([admin, site.admin.id].map((id) => policy.getRoleId(id ?? 0))).toEqual([adminRole.id, adminRole.id]);
    for (const id of [moderator, admin, site.admin.id, hiddenPlace.holder.id]) {
      expect([policy.findBan(id ?? 0), directory.isMember(id ?? 0)]).toEqual([null, true]);
    }
  }
}

const everyFlag = { can_view: 1, can_post: 1, can_reply: 1, can_delete_post: 1, can_emoji_react: 1 };
const later = '2100-01-01T00:00:00Z';

describe('privilege escalation', () => {
  const powers: PermissionKey[][] = [
    ['manage_roles'],
    ['ban_accounts'],
    ['delete_accounts'],
    ['manage_roles', 'ban_accounts'],
    ['manage_roles', 'ban_accounts', 'delete_accounts', 'access_admin_panel', 'view_all_users', 'moderate_comments'],
  ];
  test.each(powers.map((keys) => [keys.join(' and '), keys] as const))(
    'a holder of %s gains no further rights by any sequence of calls',
    { timeout: 120_000 },
    async (_, keys) => {
      let takenCalls = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(call, { minLength: 10, maxLength: 40 }), async (calls) => {
          const gang = await Gang.create(keys);
          for (const operation of calls) {
            await gang.run(operation);
            gang.check();
          }
          takenCalls += gang.taken;
        }),
        { numRuns: 20, endOnFailure: true },
      );
      expect(takenCalls, 'calls that were taken').toBeGreaterThan(0);
    },
  );
});

describe('concurrent actions by Admins', () => {
  /** A separate site is needed because the other one has many Admins by now. */
  const site = testSite();

  const getRole = ({ id }: SiteMember) => site.services.policy.getRoleId(id);
  const demote = (who: SiteMember, as: SiteMember) =>
    site.send('POST', `/admin/role/${who.id}`, { role: memberRole.id }, { as });

  test("if two Admins remove each other's role, one remains, with or without other Admins", async () => {
    const pair = [await createHolder(site, adminRole.id), await createHolder(site, adminRole.id)] as const;
    let firstWon = 0;
    for (let round = 0; round < 30; round++) {
      const [a, b] = round % 2 === 0 ? pair : ([pair[1], pair[0]] as const);
      const responses = await Promise.all([demote(b, a), demote(a, b)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
      const admins = pair.filter((admin) => getRole(admin) === adminRole.id);
      expect(admins.length).toBe(1);
      if (admins[0] === pair[0]) firstWon++;
      for (const { id } of pair) {
        await site.perform('POST', `/admin/role/${id}`, { role: adminRole.id }, { as: site.admin });
      }
    }
    expect(firstWon).toBeGreaterThan(0);
    await site.perform('POST', `/admin/role/${site.admin.id}`, { role: memberRole.id }, { as: pair[0] });
    for (let round = 0; round < 10; round++) {
      const [a, b] = round % 2 === 0 ? pair : ([pair[1], pair[0]] as const);
      await Promise.all([demote(b, a), demote(a, b), demote(a, a), demote(b, b)]);
      const [lastAdmin, ...more] = pair.filter((admin) => getRole(admin) === adminRole.id);
      expect([lastAdmin !== undefined, more.length]).toEqual([true, 0]);
      const otherAdmin = pair.find((admin) => admin !== lastAdmin) ?? pair[0];
      await site.perform('POST', `/admin/role/${otherAdmin.id}`, { role: adminRole.id }, { as: lastAdmin });
    }
    await site.perform('POST', `/admin/role/${site.admin.id}`, { role: adminRole.id }, { as: pair[0] });
  });

  test('rejects the second of two Admins who save the same matrix', async () => {
    const otherAdmin = await createHolder(site, adminRole.id);
    const section_id = await site.createSection();
    const place = `/forums/permissions/matrix?section_id=${section_id}`;
    for (let round = 0; round < 10; round++) {
      const { version } = await site.get<{ version: number }>(place, otherAdmin);
      const save = (as: SiteMember, can_post: boolean) => {
        const entries = [{ role_id: memberRole.id, ...everyFlag, can_post, can_reply: round % 2 === 0 }];
        const headers = { 'if-match': `"${version}"` };
        return site.send('PUT', '/forums/permissions', { section_id, entries }, { as, headers });
      };
      const responses = await Promise.all([save(site.admin, true), save(otherAdmin, false)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 412]);
      expect(responses.find(({ status }) => status === 412)?.json).toMatchObject({ code: 'changed-since' });
      const after = await site.get<{ version: number; entries: { can_post: boolean }[] }>(place, otherAdmin);
      expect(after.version).toBe(version + 1);
      expect(after.entries[0]?.can_post).toBe(responses[0]?.status === 200);
    }
  });
});

test('applies a role change immediately in every session', async () => {
  const moderator = await createHolder(site, await createRoleWith(site, 'ban_accounts'));
  const second = { ...moderator, cookie: await createSession(site.services, moderator.id) };
  await site.perform('POST', `/admin/role/${moderator.id}`, { role: memberRole.id }, { as: site.admin });
  for (const as of [moderator, second]) {
    expect((await site.send('POST', `/admin/ban/${site.member.id}`, {}, { as })).status).toBe(404);
  }
});
