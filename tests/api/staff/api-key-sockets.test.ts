import { adminRole, memberRole } from '@guildhall/domain/roles.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { makeAdmin } from '@guildhall/server/testing/services.js';
import { TestListener } from '@guildhall/server/testing/test-listener.js';
import { describe, expect, test, vi } from 'vitest';
import { TestProgram } from '../../support/site/program.js';
import { testSite, type SiteMember } from '../../support/site/site.js';

const live = { resyncSpreadMs: 0, sessionCheckMs: 30 };
const site = testSite({ live });

const createAdmin = async (): Promise<SiteMember> => {
  const admin = await site.createMember(site.createName());
  await makeAdmin(site.services, admin.id);
  return admin;
};
const readSettledPosition = async () => `${site.services.historyId}.${await site.readHead()}`;

describe("a program's socket", () => {
  const open = (program: TestProgram, url = site.url) =>
    TestListener.open(url, { origin: null, auth: { key: program.key } });
  const waitUntilEnded = (listener: TestListener) => vi.waitFor(() => expect(listener.socket.connected).toBe(false));

  test("a program's socket receives content that its role may see, with the key as `auth` or as a header", async () => {
    const { id: role_id } = await site.perform('POST', '/admin/roles', { name: site.createName() }, { as: site.admin });
    const program = await TestProgram.create(site, { roleId: role_id });
    const section = await site.createSection();
    const thread = await site.createThread(site.admin, { section_id: section });
    await site.hide(section);
    const topic: Topic = `thread:${thread}`;
    for (const listener of [
      await open(program),
      await TestListener.open(site.url, { origin: null, headers: program.headers }),
    ]) {
      expect(await listener.join(topic, await readSettledPosition())).not.toBe('joined');
      listener.close();
    }
    await site.hide(section, null, false);
    const listener = await open(program);
    await listener.listen(topic, await readSettledPosition());
    await site.createReply(thread, site.admin, 'Live for programs');
    await listener.waitForReply(topic, 'Live for programs');
    await site.hide(section);
    await listener.waitForResync(topic);
    await site.createReply(thread, site.admin, 'Hidden from programs');
    expect(await listener.join(topic, await readSettledPosition())).not.toBe('joined');
    listener.close();
  });

  test("a program's socket joins its role's staff lists, except accounts and notifications", async () => {
    const program = await TestProgram.create(site, { roleId: adminRole.id });
    const listener = await open(program);
    const topics = ['audit', 'reports', 'users', `member:${program.id}`] as const;
    const position = await readSettledPosition();
    const results = await listener.joinAll(topics.map((topic) => ({ topic, position })));
    expect(results).toEqual(['joined', 'joined', 'refused', 'refused']);
    listener.close();
  });

  test('refuses a socket without a valid key that can read', async () => {
    const [writer, revokedKey] = [
      await TestProgram.create(site, { scopes: ['write:forum'] }),
      await TestProgram.create(site),
    ];
    await revokedKey.revoke();
    await expect(open(writer)).rejects.toThrow('key-scope');
    await expect(open(revokedKey)).rejects.toThrow('key-invalid');
    for (const key of ['', 7, null, { a: 1 }])
      await expect(TestListener.open(site.url, { origin: null, auth: { key } })).rejects.toThrow('key-invalid');
  });

  test("a program's socket ends on every server when the key is revoked or its creator is no longer an Admin", async () => {
    live.sessionCheckMs = 3_600_000; // The second server ends sockets only because of events.
    const second = await site.startSecond();
    try {
      const maker = await createAdmin();
      const [revokedKey, orphan, other] = [
        await TestProgram.create(site),
        await TestProgram.create(site, { maker }),
        await TestProgram.create(site),
      ];
      // The second server learns of the programs by following the log.
      await vi.waitUntil(() => second.services.policy.isActiveProgram(other.id), { timeout: 30_000 });
      const listeners = await Promise.all(
        [revokedKey, orphan, other].flatMap((apiKey) => [open(apiKey), open(apiKey, second.url)]),
      );
      await revokedKey.revoke();
      for (const listener of listeners.slice(0, 2)) await waitUntilEnded(listener);
      await site.perform('POST', `/admin/role/${maker.id}`, { role: memberRole.id }, { as: site.admin });
      for (const listener of listeners.slice(2, 4)) await waitUntilEnded(listener);
      for (const listener of listeners.slice(4)) {
        expect(listener.socket.connected).toBe(true);
        listener.close();
      }
    } finally {
      await second.stop();
    }
  });

  test("a program's socket ends when the key expires", async () => {
    const program = await TestProgram.create(site, { until: new Date(Date.now() + 500).toISOString() });
    const listener = await open(program);
    await waitUntilEnded(listener);
    expect(listener.ended).toBe('logged-out');
  });
});
