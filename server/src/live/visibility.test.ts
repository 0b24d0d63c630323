import { randomUUID } from 'node:crypto';
import { streams } from '@guildhall/domain/events.js';
import { adminRole, memberRole } from '@guildhall/domain/roles.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { beforeEach, expect, test } from 'vitest';
import { TestListener } from '../testing/test-listener.js';
import { LiveSite } from '../testing/live-site.js';
import { addMember, giveRole, testContext, type TestMember } from '../testing/services.js';

let site: LiveSite;
let fenceThread: number;
let fence: Topic;
let admin: TestListener;
let outsider: TestListener;
let guest: TestListener;
let helperPage: TestListener;
beforeEach(async () => {
  site = await LiveSite.start();
  fenceThread = await site.addThread(site.open);
  fence = `thread:${fenceThread}`;
  await site.waitUntilSettled();
  admin = await site.connect(site.admin);
  outsider = await site.connect(site.member);
  guest = await site.connect();
  helperPage = await site.connect(await addMemberWithRole('Helper'));
});

const listListeners = () => [admin, ...listOtherPages()];
const listOtherPages = () => [outsider, guest, helperPage];
const getSecretSection = (): Topic => `section:${site.closed.sectionId}`;
const openSection = (): Topic => `section:${site.open.sectionId}`;

async function addMemberWithRole(name: string): Promise<TestMember> {
  const [person, roleId] = [await addMember(site.services, name), 90];
  const role = { type: 'CreateRole', roleId, name, displayName: name, description: '' } as const;
  await site.services.commands.staff(role, null, testContext());
  await giveRole(site.services, person.id, roleId);
  return person;
}

async function listen(listeners: TestListener[], ...topics: Topic[]): Promise<void> {
  const position = await site.waitUntilSettled();
  for (const page of listeners) for (const topic of topics) await page.listen(topic, position);
}

/** Expects the Admin to receive the secret, and the others only what was written after it. */
async function expectOnlyAdminReceives(topic: Topic, secret: string): Promise<void> {
  // The pages join again because a permission change may have triggered a reload.
  await listen(listOtherPages(), fence);
  await site.reply(fenceThread, `After ${secret}`);
  await admin.waitForReply(topic, secret);
  for (const page of listOtherPages()) {
    await page.waitForReply(fence, `After ${secret}`);
    expect(JSON.stringify(page.received.filter((message) => message.topic !== fence))).not.toContain(secret);
    expect(JSON.stringify(page.received)).not.toContain(`"${secret}"`);
  }
}

test('an outsider cannot join topics of a hidden section and receives no updates from it', async () => {
  await site.hide(site.closed);
  const thread = await site.addThread(site.closed, site.admin);
  const topic: Topic = `thread:${thread}`;
  const position = await site.waitUntilSettled();
  for (const page of listOtherPages()) {
    expect(
      await page.joinAll([
        { topic, position },
        { topic: getSecretSection(), position },
      ]),
    ).toEqual(['refused', 'refused']);
  }
  await listen([admin], topic, getSecretSection());
  await site.reply(thread, 'secret', site.admin);
  await expectOnlyAdminReceives(topic, 'secret');
  for (const page of listOtherPages()) expect(page.received.filter((message) => message.topic !== fence)).toEqual([]);
});

test('listeners who cannot view a moved thread’s new section receive only its removal', async () => {
  await site.hide(site.closed);
  const thread = await site.addThread(site.open);
  const topic: Topic = `thread:${thread}`;
  await listen(listListeners(), topic, openSection());
  await site.reply(thread, 'for everybody');
  for (const page of listListeners()) await page.waitForReply(topic, 'for everybody');
  await site.onThread(thread, { type: 'MoveThread', place: site.closed });
  const movedPosition = await site.services.log.readHead();
  await site.reply(thread, 'secret', site.admin);
  await expectOnlyAdminReceives(topic, 'secret');
  for (const page of listOtherPages()) {
    const removals = page.listRows(topic).filter((row) => 'removed' in row);
    expect(removals).toMatchObject([{ kind: 'thread', id: thread, removed: true }]);
    expect(removals[0]).not.toHaveProperty('deleted');
    expect(page.listRows(topic).at(-1)).toBe(removals[0]);
    const summaryRows = page.listRows(openSection()).filter(({ id, kind }) => id === thread && kind === 'summary');
    expect(summaryRows.at(-1)).toMatchObject({ kind: 'summary', removed: true });
    expect(summaryRows.at(-1)?.pos).toSatisfy((pos: string) => pos >= movedPosition);
  }
});

test('a section that becomes members-only stops updates for guests but not for members', async () => {
  const thread = await site.addThread(site.closed);
  const topic: Topic = `thread:${thread}`;
  await listen(listListeners(), topic, getSecretSection());
  await site.reply(thread, 'for everybody');
  for (const page of listListeners()) await page.waitForReply(topic, 'for everybody');
  await site.hideFromGuests(site.closed);
  await guest.waitForResync(topic);
  const position = await site.waitUntilSettled();
  expect(
    await guest.joinAll([
      { topic, position },
      { topic: getSecretSection(), position },
    ]),
  ).toEqual(['refused', 'refused']);
  const members = [admin, outsider, helperPage];
  for (const page of members) await page.waitForResync(topic);
  await listen(members, topic);
  await site.reply(thread, 'for members');
  for (const page of members) await page.waitForReply(topic, 'for members');
  await listen([guest], fence);
  await site.reply(fenceThread, 'afterwards');
  await guest.waitForReply(fence, 'afterwards');
  expect(guest.listReplies(topic)).toEqual(['for everybody']);
});

test('a permission change stops updates for outsiders immediately, even during new replies', async () => {
  const thread = await site.addThread(site.closed);
  const topic: Topic = `thread:${thread}`;
  await listen(listListeners(), topic, getSecretSection());
  await site.reply(thread, 'for everybody');
  for (const page of listListeners()) await page.waitForReply(topic, 'for everybody');
  for (let n = 0; n < 20; n++) await site.reply(thread, `before ${n}`, site.admin);
  await site.hide(site.closed);
  for (let n = 0; n < 20; n++) await site.reply(thread, `secret ${n}`, site.admin);
  await admin.waitForResync(topic);
  await listen([admin], topic);
  await site.reply(thread, 'secret at last', site.admin);
  await expectOnlyAdminReceives(topic, 'secret at last');
  for (const page of listOtherPages()) {
    expect(page.listReplies(topic).filter((text) => text.startsWith('secret'))).toEqual([]);
    expect(page.countResyncs(topic)).toBe(1);
  }
});

test('delays replies until the server has read the new rights', async () => {
  const thread = await site.addThread(site.closed);
  const topic: Topic = `thread:${thread}`;
  await listen(listListeners(), topic);
  const applyRights = site.delayRights('structureFold');
  await site.reply(thread, 'for everybody');
  for (const page of listListeners()) await page.waitForReply(topic, 'for everybody');
  const { policy } = site.services;
  await site.hide(site.closed);
  await site.reply(thread, 'secret', site.admin);
  await site.waitUntilSettled();
  expect(policy.mayView(policy.getActor(null), site.closed)).toBe(true);
  applyRights();
  await admin.waitForResync(topic);
  await listen([admin], topic);
  await site.reply(thread, 'secret too', site.admin);
  await expectOnlyAdminReceives(topic, 'secret too');
  for (const page of listOtherPages()) expect(page.listReplies(topic)).toEqual(['for everybody']);
});

test('updates stop for a member who loses a role and start for one who gains it', async () => {
  await site.hide(site.closed);
  const thread = await site.addThread(site.closed, site.admin);
  const topic: Topic = `thread:${thread}`;
  await giveRole(site.services, site.member.id, adminRole.id);
  await site.waitUntilSettled();
  await listen([admin, outsider], topic);
  await site.reply(thread, 'for Admins', site.admin);
  for (const page of [admin, outsider]) await page.waitForReply(topic, 'for Admins');
  await giveRole(site.services, site.member.id, memberRole.id);
  await site.reply(thread, 'just after', site.admin);
  await outsider.waitForResync(topic);
  await site.reply(thread, 'secret', site.admin);
  await expectOnlyAdminReceives(topic, 'secret');
  expect(outsider.listReplies(topic)).toEqual(['for Admins']);
});

test("losing a role stops all updates on a member's pages and reloads each of them", async () => {
  await site.hide(site.closed);
  const threads = [await site.addThread(site.closed, site.admin), await site.addThread(site.closed, site.admin)];
  const topics = threads.map((id): Topic => `thread:${id}`);
  await giveRole(site.services, site.member.id, adminRole.id);
  const pages = [outsider, await site.connect(site.member)];
  await listen([admin, ...pages], ...topics, fence);
  await giveRole(site.services, site.member.id, memberRole.id);
  await site.waitUntilSettled();
  for (const page of pages) await page.waitForResync(fence);
  for (const thread of threads) await site.reply(thread, 'secret', site.admin);
  for (const topic of topics) await admin.waitForReply(topic, 'secret');
  await listen(pages, fence);
  await site.reply(fenceThread, 'for everybody');
  for (const page of pages) await page.waitForReply(fence, 'for everybody');
  expect(pages.map((page) => topics.map((topic) => page.listReplies(topic)))).toEqual(
    pages.map(() => topics.map(() => [])),
  );
});

test('revokes the rights of every member whose role changes in the same batch of events', async () => {
  await site.hide(site.closed);
  const other = await addMember(site.services, 'Alma');
  const formerReaders = [site.member.id, other.id];
  for (const id of formerReaders) await giveRole(site.services, id, adminRole.id);
  const pages = [outsider, await site.connect(other)];
  await listen(pages, fence, getSecretSection());
  const { log } = site.services;
  const { length } = await log.readStream(streams.staff);
  const events = formerReaders.map((userId) => ({
    id: randomUUID(),
    type: 'RoleGiven.v1',
    data: { userId, roleId: memberRole.id, before: adminRole.id },
    metadata: {},
  }));
  await log.append(streams.staff, events, length - 1);
  for (const page of pages) await page.waitForResync(fence);
  const position = await site.waitUntilSettled();
  for (const page of pages) expect(await page.join(getSecretSection(), position)).toBe('refused');
});

test('resuming from a position returns no content that was hidden in the meantime', async () => {
  const thread = await site.addThread(site.open);
  const topic: Topic = `thread:${thread}`;
  const position = await site.waitUntilSettled();
  await site.hide(site.closed);
  await site.reply(thread, 'secret');
  await site.onThread(thread, { type: 'MoveThread', place: site.closed });
  await site.waitUntilSettled();
  for (const page of listOtherPages()) {
    const afterRights = await site.waitUntilSettled();
    expect(await page.join(topic, position)).toBe('refused');
    await page.listen(openSection(), afterRights);
  }
  await listen([admin], topic);
  await site.reply(thread, 'secret', site.admin);
  await expectOnlyAdminReceives(topic, 'secret');
});
