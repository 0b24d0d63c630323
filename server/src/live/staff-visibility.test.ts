import { randomUUID } from 'node:crypto';
import { deriveAggregateId } from '@guildhall/domain/ids.js';
import { memberRole, type PermissionKey } from '@guildhall/domain/roles.js';
import type { StaffCommand } from '@guildhall/domain/staff/decide.js';
import { type StaffTopic, staffTopics, type Topic } from '@guildhall/domain/wire/topics.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { TestListener } from '../testing/test-listener.js';
import { createGate } from '../testing/gate.js';
import { LiveSite } from '../testing/live-site.js';
import { addMember, testContext, giveRole, type TestMember } from '../testing/services.js';

const lists = Object.keys(staffTopics) as StaffTopic[];
let site: LiveSite;
let fenceThread: number;
let fence: Topic;
let openedPages: TestListener[];
beforeEach(async () => {
  openedPages = [];
  site = await LiveSite.start();
  fenceThread = await site.addThread(site.open);
  fence = `thread:${fenceThread}`;
});

const staff = (command: StaffCommand) =>
  site.services.commands.staff(
    command,
    site.services.policy.getActor(site.admin.id),
    testContext(String(site.admin.id)),
  );

async function buildHolder(...keys: PermissionKey[]): Promise<RoleHolder> {
  const roleId = deriveAggregateId(randomUUID());
  const name = `role${roleId}`;
  await staff({ type: 'CreateRole', roleId, name, displayName: name, description: '' });
  for (const key of keys) await staff({ type: 'GiveKey', roleId, key });
  const person = await addMember(site.services, `Holder${roleId}`);
  await giveRole(site.services, person.id, roleId);
  return { ...person, roleId };
}

async function addEntries(): Promise<void> {
  const person = await addMember(site.services, `Banned${deriveAggregateId(randomUUID())}`);
  await staff({ type: 'Ban', userId: person.id, reason: null, until: null });
  const context = testContext(String(site.member.id));
  const reportId = deriveAggregateId(context.commandId);
  const text = await site.services.texts.seal(site.member.id, 'It is broken');
  const file = { type: 'File', reportId, kind: 'bug', subject: null, text } as const;
  await site.services.commands.report(reportId, file, site.services.policy.getActor(site.member.id), context);
}

async function open(as?: TestMember): Promise<{ page: TestListener; joined: StaffTopic[] }> {
  const page = await site.connect(as);
  openedPages.push(page);
  const position = await site.waitUntilSettled();
  const responses = await page.joinAll(lists.map((topic) => ({ topic, position })));
  await page.listen(fence, await site.waitUntilSettled());
  return { page, joined: lists.filter((_, n) => responses[n] === 'joined') };
}

async function waitUntilReloaded(...listeners: TestListener[]): Promise<void> {
  for (const page of listeners) await page.waitForResync(fence);
  const position = await site.waitUntilSettled();
  for (const page of listeners) await page.listen(fence, position);
}

async function fenceOff(...pages: TestListener[]): Promise<void> {
  const text = `Fence ${deriveAggregateId(randomUUID())}`;
  await site.reply(fenceThread, text);
  for (const page of pages) await page.waitForReply(fence, text);
}

type RoleHolder = TestMember & { roleId: number };
const countUpdates = (page: TestListener, topic: StaffTopic): number =>
  page.listRows(topic).filter(({ kind }) => kind === 'list').length;
const countAllUpdates = (page: TestListener): number[] => lists.map((topic) => countUpdates(page, topic));

describe('live staff list updates', () => {
  test('sends each staff list only to members whose permissions include it', async () => {
    const viewer = await buildHolder('view_all_users');
    const moderator = await buildHolder('moderate_comments');
    const builder = await buildHolder('lock_topics', 'access_admin_panel');
    const people = [];
    for (const each of [site.admin, viewer, moderator, builder, site.member, undefined]) people.push(await open(each));
    expect(people.map(({ joined }) => joined)).toEqual([lists, ['users'], ['reports'], [], [], []]);
    await addEntries();
    await fenceOff(...openedPages);
    for (const { page, joined } of people) {
      expect(lists.filter((topic) => countUpdates(page, topic) > 0)).toEqual(joined);
      expect(
        page.received.filter(({ topic }) => lists.some((list) => list === topic && !joined.includes(list))),
      ).toEqual([]);
    }
  });

  test('announces a report only to staff who can view the place of the reported content', async () => {
    const hiddenThread = await site.addThread(site.closed);
    await site.hide(site.closed);
    const moderator = await open(await buildHolder('moderate_comments'));
    const admin = await open(site.admin);
    for (const subject of [
      { kind: 'thread', id: hiddenThread } as const,
      { kind: 'thread', id: fenceThread } as const,
    ]) {
      const context = testContext();
      const reportId = deriveAggregateId(context.commandId);
      const text = await site.services.texts.seal(site.member.id, 'Not nice');
      const command = { type: 'File', reportId, kind: 'post', subject, text } as const;
      await site.services.commands.report(reportId, command, site.services.policy.getActor(site.member.id), context);
      await fenceOff(...openedPages);
      const visibleCounts = subject.id === hiddenThread ? [0, 1] : [1, 2];
      expect([countUpdates(moderator.page, 'reports'), countUpdates(admin.page, 'reports')]).toEqual(visibleCounts);
    }
  });

  test.for([
    ['another role', false, (of: RoleHolder) => giveRole(site.services, of.id, memberRole.id)],
    ['no key any more', true, ({ roleId }: RoleHolder) => staff({ type: 'TakeKey', roleId, key: 'view_all_users' })],
    ['a role that is gone', true, ({ roleId }: RoleHolder) => staff({ type: 'DeleteRole', roleId })],
  ] as const)(
    'sends nothing more to a member who has %s, even if they rejoin from an earlier position',
    async ([, ofAll, lose]) => {
      const losingHolder = await buildHolder('view_all_users');
      const [admin, { page }] = [await open(site.admin), await open(losingHolder)];
      await addEntries();
      await fenceOff(admin.page, page);
      expect(countUpdates(page, 'users')).toBeGreaterThan(0);
      const pages = countAllUpdates(page);
      const position = page.positions.get('users') ?? '';

      await lose(losingHolder);
      await addEntries();
      await page.waitForResync('users');
      await waitUntilReloaded(page, ...(ofAll ? [admin.page] : []));
      await fenceOff(admin.page, page);
      expect(countAllUpdates(page)).toEqual(pages);
      expect(await page.join('users', position)).toBe('refused');
      const reconnectedPage = await site.connect(losingHolder);
      expect(await reconnectedPage.join('users', position)).toBe('refused');
      expect(reconnectedPage.received).toEqual([]);
    },
  );

  test('a member who loses a role during a broadcast receives nothing newer', async () => {
    const losingHolder = await buildHolder('view_all_users');
    const [admin, { page }] = [await open(site.admin), await open(losingHolder)];
    await addEntries();
    await fenceOff(admin.page, page);
    const [updateCounts, adminUpdates] = [countAllUpdates(page), countUpdates(admin.page, 'users')];
    const gate = createGate(site.services.views.store, 'checkpoint');
    await site.reply(fenceThread, 'In flight');
    await gate.reached;
    await giveRole(site.services, losingHolder.id, memberRole.id);
    await staff({ type: 'Ban', userId: site.member.id, reason: null, until: null });
    gate.release();
    await admin.page.waitUntil(() => countUpdates(admin.page, 'users') > adminUpdates, 'the update');
    await waitUntilReloaded(page);
    await site.reply(fenceThread, 'Fence', site.admin);
    for (const each of [admin.page, page]) await each.waitForReply(fence, 'Fence');
    expect(countAllUpdates(page)).toEqual(updateCounts);
  });

  test('delays updates until the server has read that a member lost their role', async () => {
    const losingHolder = await buildHolder('view_all_users');
    const [admin, { page }] = [await open(site.admin), await open(losingHolder)];
    await addEntries();
    await admin.page.waitUntil(() => countUpdates(admin.page, 'users') > 0, 'the first update');
    await fenceOff(admin.page, page);
    const pages = countAllUpdates(page);
    const applyRights = site.delayRights('staffFold');
    await site.reply(fenceThread, 'The batch');
    for (const each of [admin.page, page]) await each.waitForReply(fence, 'The batch');
    const data = { userId: losingHolder.id, roleId: memberRole.id, before: losingHolder.roleId };
    const roleGiven = { id: randomUUID(), type: 'RoleGiven.v1', data, metadata: { at: new Date().toISOString() } };
    await site.services.log.append('staff', [roleGiven], site.services.policy.staffFold.revision);
    await addMember(site.services, 'Newcomer');
    await site.waitUntilSettled();
    expect(site.services.policy.getRoleId(losingHolder.id)).toBe(losingHolder.roleId);
    applyRights();
    await waitUntilReloaded(page);
    const countBefore = countUpdates(admin.page, 'users');
    await addMember(site.services, 'Another');
    await admin.page.waitUntil(() => countUpdates(admin.page, 'users') > countBefore, 'the next update');
    await fenceOff(admin.page, page);
    expect(countAllUpdates(page)).toEqual(pages);
  });
});
