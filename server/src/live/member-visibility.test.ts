import { adminRole, memberRole } from '@guildhall/domain/roles.js';
import { siteTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestListener } from '../testing/test-listener.js';
import { createGate } from '../testing/gate.js';
import { LiveSite } from '../testing/live-site.js';
import { giveRole, testContext, type TestMember } from '../testing/services.js';

let site: LiveSite;
let thread: number;
let topic: Topic;
const ears: TestListener[] = [];
beforeEach(async () => {
  site = await LiveSite.start({ watchIntervalMs: 0, readersIntervalMs: 20 });
  thread = await site.addThread(site.open);
  topic = `thread:${thread}`;
});
afterEach(async () => {
  for (const ear of ears.splice(0)) ear.close();
  await site.stop();
});

async function open(as: TestMember | null, ...topics: Topic[]): Promise<TestListener> {
  const ear = await TestListener.open(site.url, as ? { cookie: as.cookie } : {});
  ears.push(ear);
  const position = await site.settled();
  for (const each of topics) await ear.listen(each, position);
  return ear;
}

const ban = (userId: number) => {
  const command = { type: 'Ban', userId, reason: null, until: null } as const;
  return site.services.commands.staff(command, site.services.policy.actor(site.admin.id), testContext());
};
const changed = (userId: number) => site.services.commands.account({ type: 'Change', userId }, testContext());
const profile = (): Topic => `profile:${site.admin.id}`;

describe('A banned member', () => {
  const topics = (): Topic[] => [
    siteTopic,
    topic,
    profile(),
    `member:${site.member.id}`,
    `section:${site.open.sectionId}`,
  ];

  test('receives nothing more of any topic from the ban on, while others do', async () => {
    const [banned, guest] = [await open(site.member, ...topics()), await open(null, siteTopic, topic, profile())];
    await site.reply(thread, 'For everybody', site.admin, [site.member.id]);
    await changed(site.admin.id);
    for (const ear of [banned, guest]) {
      await ear.untilReply(topic, 'For everybody');
      await ear.until(() => ear.rows(siteTopic).some(({ kind }) => kind === 'member'), 'the new name');
      await ear.until(() => ear.rows(profile()).length > 0, 'the numbers');
    }
    await banned.until(() => banned.rows(`member:${site.member.id}`).length > 0, 'what he is told');
    await ban(site.member.id);
    await site.reply(thread, 'Just after', site.admin, [site.member.id]);
    await banned.untilClosed();
    expect(banned.ended).toBe('banned');
    const received = banned.received.length;
    await changed(site.admin.id);
    await site.reply(thread, 'Fence', site.admin);
    await guest.untilReply(topic, 'Fence');
    expect(banned.received).toHaveLength(received);
    expect(banned.replies(topic)).toEqual(['For everybody']);
  });

  test('receives nothing of what was being sent when they were banned', async () => {
    const [banned, guest] = [await open(site.member, ...topics()), await open(null, topic)];
    await site.reply(thread, 'Before', site.admin);
    for (const ear of [banned, guest]) await ear.untilReply(topic, 'Before');
    const asking = createGate(site.services.views.store, 'checkpoint');
    await site.reply(thread, 'In flight', site.admin);
    await asking.reached;
    await ban(site.member.id);
    await banned.untilClosed();
    asking.letGo();
    await guest.untilReply(topic, 'In flight');
    expect(banned.replies(topic)).toEqual(['Before']);
    expect(banned.ended).toBe('banned');
  });

  test('returns as a guest, who receives nothing of the member’s own topic', async () => {
    await ban(site.member.id);
    const back = await open(site.member, topic, profile());
    const position = await site.settled();
    const asked = [`member:${site.member.id}`, 'users', 'reports', 'audit'] as const;
    const responses = await back.joinAll(asked.map((each) => ({ topic: each, position })));
    expect(responses).toEqual(asked.map(() => 'refused'));
    await site.reply(thread, 'For guests too', site.admin);
    await back.untilReply(topic, 'For guests too');
    expect(back.received.filter((message) => asked.some((each) => each === message.topic))).toEqual([]);
  });
});

describe('In hidden places', () => {
  test('rows of profiles contain only the number of posts, and rows of members nothing', async () => {
    await site.hide(site.closed);
    const hidden = await site.addThread(site.closed, site.admin);
    const [guest, member, admin] = [
      await open(null, siteTopic, profile(), topic),
      await open(site.member, siteTopic, profile(), `member:${site.member.id}`, topic),
      await open(site.admin, `thread:${hidden}`),
    ];
    await site.reply(hidden, 'secret', site.admin, [site.member.id]);
    await admin.untilReply(`thread:${hidden}`, 'secret');
    await changed(site.admin.id);
    await site.reply(thread, 'Fence', site.admin);
    for (const ear of [guest, member]) {
      await ear.untilReply(topic, 'Fence');
      const rows = ear.rows(profile());
      expect(rows).not.toEqual([]);
      for (const row of rows) {
        expect(row).toEqual({
          ...{ kind: 'profile', id: site.admin.id, pos: row.pos },
          ...{ followers: 0, following: 0, post_count: expect.any(Number) as number },
        });
      }
      const named = ear.rows(siteTopic).filter(({ kind }) => kind === 'member');
      expect(named.map((row) => Object.keys(row).sort())).toEqual([
        ['avatar_url', 'id', 'kind', 'pos', 'role', 'username'],
      ]);
      expect(JSON.stringify(ear.received)).not.toMatch(new RegExp(`secret|${hidden}`));
    }
  });

  test('no one outside receives how many read a thread there, nor who reads a deleted one', async () => {
    const other = await site.addThread(site.closed);
    const moved: Topic = `thread:${other}`;
    const [guest, admin] = [await open(null, topic, moved), await open(site.admin, topic, moved)];
    const counts = (ear: TestListener, of: Topic) =>
      ear.rows(of).flatMap((row) => (row.kind === 'readers' ? row.readers : []));
    for (const ear of [guest, admin]) await ear.until(() => counts(ear, moved).at(-1) === 2, 'two readers');
    await site.hide(site.closed);
    for (const ear of [guest, admin]) await ear.untilResync(moved);
    const position = await site.settled();
    await admin.listen(topic, position);
    await guest.listen(topic, position);
    const received = counts(guest, moved).length;
    await admin.listen(moved, position);
    await admin.until(() => counts(admin, moved).at(-1) === 1, 'one reader');
    const another = await open(null, topic);
    await guest.until(() => counts(guest, topic).at(-1) === 3, 'three readers');
    expect(counts(guest, moved)).toHaveLength(received);

    await site.onThread(thread, { type: 'DeleteThread' });
    for (const ear of [guest, admin, another]) {
      await ear.until(() => ear.rows(topic).some((row) => 'removed' in row), 'the deletion');
    }
    const announced = [guest, admin].map((ear) => counts(ear, topic).length);
    const fence = await site.addThread(site.open);
    for (const ear of [guest, another]) await ear.listen(`thread:${fence}`, await site.settled());
    await guest.until(() => counts(guest, `thread:${fence}`).at(-1) === 2, 'two readers of the fence');
    another.close(); // leaves both in the same tick
    await guest.until(() => counts(guest, `thread:${fence}`).at(-1) === 1, 'one reader of the fence');
    expect([guest, admin].map((ear) => counts(ear, topic).length)).toEqual(announced);
  });
});

describe('A member whose role changes', () => {
  const isResync = (message: object) => 'resync' in message;

  test('reloads all their pages immediately, while others and changes for everyone are spread over time', async () => {
    await site.restart({ resyncSpreadMs: 600_000 });
    const topics: Topic[] = [siteTopic, `section:${site.open.sectionId}`, `member:${site.member.id}`];
    const pages = [await open(site.member, ...topics), await open(site.member, ...topics)];
    const other = await open(site.admin, siteTopic);
    await giveRole(site.services, site.member.id, adminRole.id);
    for (const page of pages) {
      for (const each of topics) await page.untilResync(each);
      const urgent = topics.map((each) => ({ topic: each, resync: true, urgent: true }));
      expect(page.received.filter(isResync)).toEqual(urgent);
    }
    expect(other.resyncs(siteTopic)).toBe(0);
    await site.hide(site.closed);
    await site.settled();
    expect(other.resyncs(siteTopic)).toBe(0);
  });

  test('loses the topics of their former role immediately', async () => {
    await site.restart({ resyncSpreadMs: 600_000 });
    await giveRole(site.services, site.member.id, adminRole.id);
    const page = await open(site.member, 'users');
    await giveRole(site.services, site.member.id, memberRole.id);
    await page.untilResync('users');
    expect(page.received.filter(isResync)).toEqual([{ topic: 'users', resync: true, urgent: true }]);
  });
});
