import { adminRole, memberRole } from '@guildhall/domain/roles.js';
import { siteTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { TestListener } from '../testing/test-listener.js';
import { createGate } from '../testing/gate.js';
import { LiveSite } from '../testing/live-site.js';
import { giveRole, testContext } from '../testing/services.js';

let site: LiveSite;
let thread: number;
let topic: Topic;
beforeEach(async () => {
  site = await LiveSite.start({ watchIntervalMs: 0, presenceIntervalMs: 20 });
  thread = await site.addThread(site.open);
  topic = `thread:${thread}`;
});

const ban = (userId: number) => {
  const command = { type: 'Ban', userId, reason: null, until: null } as const;
  return site.services.commands.staff(command, site.services.policy.getActor(site.admin.id), testContext());
};
const recordChange = (userId: number) => site.services.commands.account({ type: 'Change', userId }, testContext());
const getProfileTopic = (): Topic => `profile:${site.admin.id}`;

describe('live updates for a banned member', () => {
  const buildTopics = (): Topic[] => [
    siteTopic,
    topic,
    getProfileTopic(),
    `member:${site.member.id}`,
    `section:${site.open.sectionId}`,
  ];

  test('a banned member receives nothing more on any topic, while others do', async () => {
    const [banned, guest] = [
      await site.listen(site.member, ...buildTopics()),
      await site.listen(undefined, siteTopic, topic, getProfileTopic()),
    ];
    await site.reply(thread, 'For everybody', site.admin, [site.member.id]);
    await recordChange(site.admin.id);
    for (const listener of [banned, guest]) {
      await listener.waitForReply(topic, 'For everybody');
      await listener.waitUntil(
        () => listener.listRows(siteTopic).some(({ kind }) => kind === 'member'),
        'the new name',
      );
      await listener.waitUntil(() => listener.listRows(getProfileTopic()).length > 0, 'the numbers');
    }
    await banned.waitUntil(() => banned.listRows(`member:${site.member.id}`).length > 0, 'the notification');
    await ban(site.member.id);
    await site.reply(thread, 'Just after', site.admin, [site.member.id]);
    await banned.waitUntilClosed();
    expect(banned.ended).toBe('banned');
    const receivedCount = banned.received.length;
    await recordChange(site.admin.id);
    await site.reply(thread, 'Fence', site.admin);
    await guest.waitForReply(topic, 'Fence');
    expect(banned.received).toHaveLength(receivedCount);
    expect(banned.listReplies(topic)).toEqual(['For everybody']);
  });

  test('a banned member does not receive updates that were being sent during the ban', async () => {
    const [banned, guest] = [await site.listen(site.member, ...buildTopics()), await site.listen(undefined, topic)];
    await site.reply(thread, 'Before', site.admin);
    for (const listener of [banned, guest]) await listener.waitForReply(topic, 'Before');
    const checkpoint = createGate(site.services.views.store, 'checkpoint');
    await site.reply(thread, 'In flight', site.admin);
    await checkpoint.reached;
    await ban(site.member.id);
    await banned.waitUntilClosed();
    checkpoint.release();
    await guest.waitForReply(topic, 'In flight');
    expect(banned.listReplies(topic)).toEqual(['Before']);
    expect(banned.ended).toBe('banned');
  });

  test('a banned member reconnects as a guest and receives nothing on the member’s topic', async () => {
    await ban(site.member.id);
    const reconnectedPage = await site.listen(site.member, topic, getProfileTopic());
    const position = await site.waitUntilSettled();
    const privateTopics = [`member:${site.member.id}`, 'users', 'reports', 'audit'] as const;
    const responses = await reconnectedPage.joinAll(privateTopics.map((each) => ({ topic: each, position })));
    expect(responses).toEqual(privateTopics.map(() => 'refused'));
    await site.reply(thread, 'For guests too', site.admin);
    await reconnectedPage.waitForReply(topic, 'For guests too');
    expect(reconnectedPage.received.filter((message) => privateTopics.some((each) => each === message.topic))).toEqual(
      [],
    );
  });
});

describe('live updates from hidden places', () => {
  test('updates for outsiders reveal nothing about hidden places except the number of posts', async () => {
    await site.hide(site.closed);
    const hiddenThread = await site.addThread(site.closed, site.admin);
    const [guest, member, admin] = [
      await site.listen(undefined, siteTopic, getProfileTopic(), topic),
      await site.listen(site.member, siteTopic, getProfileTopic(), `member:${site.member.id}`, topic),
      await site.listen(site.admin, `thread:${hiddenThread}`),
    ];
    await site.reply(hiddenThread, 'secret', site.admin, [site.member.id]);
    await admin.waitForReply(`thread:${hiddenThread}`, 'secret');
    await recordChange(site.admin.id);
    await site.reply(thread, 'Fence', site.admin);
    for (const listener of [guest, member]) {
      await listener.waitForReply(topic, 'Fence');
      const rows = listener.listRows(getProfileTopic());
      expect(rows).not.toEqual([]);
      for (const row of rows) {
        expect(row).toEqual({
          kind: 'profile',
          id: site.admin.id,
          pos: row.pos,
          followers: 0,
          following: 0,
          post_count: expect.any(Number) as number,
        });
      }
      const memberRows = listener.listRows(siteTopic).filter(({ kind }) => kind === 'member');
      expect(memberRows.map((row) => Object.keys(row).sort())).toEqual([
        ['avatar_url', 'id', 'kind', 'pos', 'role', 'username'],
      ]);
      expect(JSON.stringify(listener.received)).not.toMatch(new RegExp(`secret|${hiddenThread}`));
    }
  });

  test('outsiders do not receive the readers of hidden or deleted threads', async () => {
    const otherThread = await site.addThread(site.closed);
    const movedTopic: Topic = `thread:${otherThread}`;
    const [guest, admin] = [
      await site.listen(undefined, topic, movedTopic),
      await site.listen(site.admin, topic, movedTopic),
    ];
    const listCounts = (listener: TestListener, of: Topic) =>
      listener.listRows(of).flatMap((row) => (row.kind === 'readers' ? row.readers : []));
    for (const listener of [guest, admin])
      await listener.waitUntil(() => listCounts(listener, movedTopic).at(-1) === 2, 'two readers');
    await site.hide(site.closed);
    for (const listener of [guest, admin]) await listener.waitForResync(movedTopic);
    const position = await site.waitUntilSettled();
    await admin.listen(topic, position);
    await guest.listen(topic, position);
    const receivedCount = listCounts(guest, movedTopic).length;
    await admin.listen(movedTopic, position);
    await admin.waitUntil(() => listCounts(admin, movedTopic).at(-1) === 1, 'one reader');
    const secondGuest = await site.listen(undefined, topic);
    await guest.waitUntil(() => listCounts(guest, topic).at(-1) === 3, 'three readers');
    expect(listCounts(guest, movedTopic)).toHaveLength(receivedCount);

    await site.onThread(thread, { type: 'DeleteThread' });
    for (const listener of [guest, admin, secondGuest]) {
      await listener.waitUntil(() => listener.listRows(topic).some((row) => 'removed' in row), 'the deletion');
    }
    const countsBefore = [guest, admin].map((listener) => listCounts(listener, topic).length);
    const fence = await site.addThread(site.open);
    for (const listener of [guest, secondGuest])
      await listener.listen(`thread:${fence}`, await site.waitUntilSettled());
    await guest.waitUntil(() => listCounts(guest, `thread:${fence}`).at(-1) === 2, 'two readers of the fence');
    // The page leaves both topics in the same tick.
    secondGuest.close();
    await guest.waitUntil(() => listCounts(guest, `thread:${fence}`).at(-1) === 1, 'one reader of the fence');
    expect([guest, admin].map((listener) => listCounts(listener, topic).length)).toEqual(countsBefore);
  });
});

describe('live updates for a member whose role changes', () => {
  const isResync = (message: object) => 'resync' in message;

  test("a role change reloads the member's pages immediately, and other pages over time", async () => {
    await site.restart({ resyncSpreadMs: 600_000 });
    const topics: Topic[] = [siteTopic, `section:${site.open.sectionId}`, `member:${site.member.id}`];
    const pages = [await site.listen(site.member, ...topics), await site.listen(site.member, ...topics)];
    const other = await site.listen(site.admin, siteTopic);
    await giveRole(site.services, site.member.id, adminRole.id);
    for (const page of pages) {
      for (const each of topics) await page.waitForResync(each);
      const urgent = topics.map((each) => ({ topic: each, resync: true, urgent: true }));
      expect(page.received.filter(isResync)).toEqual(urgent);
    }
    expect(other.countResyncs(siteTopic)).toBe(0);
    await site.hide(site.closed);
    await site.waitUntilSettled();
    expect(other.countResyncs(siteTopic)).toBe(0);
  });

  test('a role change immediately ends the topics of the former role', async () => {
    await site.restart({ resyncSpreadMs: 600_000 });
    await giveRole(site.services, site.member.id, adminRole.id);
    const page = await site.listen(site.member, 'users');
    await giveRole(site.services, site.member.id, memberRole.id);
    await page.waitForResync('users');
    expect(page.received.filter(isResync)).toEqual([{ topic: 'users', resync: true, urgent: true }]);
  });
});
