import { deriveAggregateId } from '@guildhall/domain/ids.js';
import { adminRole } from '@guildhall/domain/roles.js';
import { siteTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { createNewAccount } from '../accounts/accounts.js';
import { TestListener } from '../testing/test-listener.js';
import { LiveSite } from '../testing/live-site.js';
import { testContext, giveRole, type TestMember } from '../testing/services.js';

let site: LiveSite;
let wall: Topic;
beforeEach(async () => {
  site = await LiveSite.start({ presenceIntervalMs: 50 });
  wall = `profile:${site.member.id}`;
});

const open = (topic: Topic, by?: TestMember) => site.listen(by, topic);

async function write(text: string, parentId: number | null = null): Promise<number> {
  const context = testContext(String(site.admin.id));
  const wallPostId = deriveAggregateId(context.commandId);
  const content = await site.services.texts.seal(site.admin.id, text);
  const ownerId = site.member.id;
  const command =
    parentId === null
      ? ({ type: 'PostOnWall', wallPostId, ownerId, content } as const)
      : ({ type: 'ReplyOnWall', wallPostId, parentId, content } as const);
  await site.services.commands.wall(wallPostId, command, getActor(), context);
  return wallPostId;
}

const getActor = () => site.services.policy.getActor(site.admin.id);

describe('live profile updates', () => {
  test('a profile receives wall posts, their replies and their deletions', async () => {
    const guest = await open(wall);
    const post = await write('Well built');
    const reply = await write('Thank you', post);
    await guest.waitUntil(() => guest.listRows(wall).some(({ kind }) => kind === 'wallreply'), 'the reply');
    expect(guest.listRows(wall)).toContainEqual(
      expect.objectContaining({ kind: 'wallreply', id: reply, post_id: post, content: 'Thank you', user_name: 'Alex' }),
    );
    await guest.waitUntil(
      () => guest.listRows(wall).some((row) => row.kind === 'wallpost' && 'replies' in row && row.reply_count === 1),
      'the post with its count',
    );
    await site.services.commands.wall(
      reply,
      { type: 'DeleteWallPost' },
      getActor(),
      testContext(String(site.admin.id)),
    );
    await guest.waitUntil(() => guest.listRows(wall).some((row) => 'removed' in row), 'the removal');
    expect(guest.listRows(wall)).toContainEqual(
      expect.objectContaining({ kind: 'wallreply', id: reply, removed: true }),
    );
    expect(guest.listRows(wall).findLast(({ kind }) => kind === 'wallpost')).toMatchObject({
      id: post,
      reply_count: 0,
    });
  });

  test('a profile receives changes to its followers, followed members and post count', async () => {
    const [memberPage, adminPage] = [await open(wall), await open(`profile:${site.admin.id}`)];
    const follow = { type: 'Follow', followedId: site.member.id } as const;
    await site.services.commands.follow(follow, getActor(), testContext(String(site.admin.id)));
    for (const [page, numbers] of [
      [memberPage, { id: site.member.id, followers: 1, following: 0 }],
      [adminPage, { id: site.admin.id, followers: 0, following: 1 }],
    ] as const) {
      await page.waitUntil(() => page.listRows(`profile:${numbers.id}`).length > 0, 'the numbers');
      expect(page.listRows(`profile:${numbers.id}`).at(-1)).toMatchObject({ kind: 'profile', ...numbers });
    }
    await site.addThread(site.open);
    await memberPage.waitUntil(
      () => memberPage.listRows(wall).some((row) => row.kind === 'profile' && row.post_count === 1),
      'the thread',
    );
  });

  test("sends follow changes, including missed ones, only to the follower's windows", async () => {
    const ownTopic: Topic = `member:${site.admin.id}`;
    const positionBefore = await site.waitUntilSettled();
    const [window, member] = [await open(ownTopic, site.admin), await open(`member:${site.member.id}`, site.member)];
    const listFollows = (page: TestListener) =>
      page.listRows(ownTopic).flatMap((row) => (row.kind === 'follows' ? [[row.id, row.follows]] : []));
    for (const type of ['Follow', 'Unfollow'] as const) {
      await site.services.commands.follow(
        { type, followedId: site.member.id },
        getActor(),
        testContext(String(site.admin.id)),
      );
      await window.waitUntil(() => listFollows(window).at(-1)?.[1] === (type === 'Follow'), type);
    }
    expect(listFollows(window)).toEqual([
      [site.member.id, true],
      [site.member.id, false],
    ]);
    const latePage = await site.connect(site.admin);
    await latePage.listen(ownTopic, positionBefore);
    expect(listFollows(latePage)).toEqual([[site.member.id, false]]);
    await member.waitUntil(
      () => member.listRows(`member:${site.member.id}`).some(({ kind }) => kind === 'notified'),
      'the update',
    );
    expect(member.listRows(`member:${site.member.id}`).some(({ kind }) => kind === 'follows')).toBe(false);
  });

  test("rejects joining an erased member's profile", async () => {
    await site.services.commands.staff({ type: 'Leave', userId: site.member.id, texts: true }, null, testContext());
    const page = await open(siteTopic);
    expect(await page.join(wall, await site.waitUntilSettled())).toBe('refused');
  });
});

describe('live updates on every page', () => {
  test('every page receives a member’s new role without a reload, even after being offline', async () => {
    const guest = await open(siteTopic);
    const positionBefore = await site.waitUntilSettled();
    await giveRole(site.services, site.member.id, adminRole.id);
    const memberRow = { kind: 'member', id: site.member.id, username: 'Steve', avatar_url: null, role: 'Admin' };
    await guest.waitUntil(() => guest.listRows(siteTopic).some(({ kind }) => kind === 'member'), 'the member');
    expect(guest.listRows(siteTopic)).toContainEqual(expect.objectContaining(memberRow));
    const latePage = await open(siteTopic);
    await latePage.listen(siteTopic, positionBefore);
    expect(latePage.listRows(siteTopic)).toContainEqual(expect.objectContaining(memberRow));
    expect(guest.countResyncs(siteTopic) + latePage.countResyncs(siteTopic)).toBe(0);
  });

  test("no page receives an unverified account's name", async () => {
    const guest = await open(siteTopic);
    const { vault, commands, directory } = site.services;
    await vault.createAccount(createNewAccount(99, 'Hidden', 'hidden@example.org', 'no password'));
    await commands.account({ type: 'Register', userId: 99 }, testContext());
    await directory.refresh([99]);
    await commands.account({ type: 'Change', userId: 99 }, testContext());
    await giveRole(site.services, site.member.id, adminRole.id);
    const listMembers = () => guest.listRows(siteTopic).flatMap(({ kind, id }) => (kind === 'member' ? [id] : []));
    await guest.waitUntil(() => listMembers().includes(site.member.id), 'the member');
    expect(listMembers()).not.toContain(99);
  });

  test("reloads a member's pages, including offline ones, when their role changes", async () => {
    const positionBefore = await site.waitUntilSettled();
    const memberPage = await open(siteTopic, site.member);
    await giveRole(site.services, site.member.id, adminRole.id);
    await memberPage.waitForResync(siteTopic);
    await site.waitUntilSettled();
    const latePage = await site.connect(site.member);
    await latePage.join(siteTopic, positionBefore);
    await latePage.waitForResync(siteTopic);
  });
});

describe('thread readers', () => {
  test('lists readers and writers by name to members, but not to guests', async () => {
    const topic: Topic = `thread:${await site.addThread(site.open)}`;
    await site.waitUntilSettled();
    const [reader, guest] = [await open(topic, site.member), await open(topic)];
    const writer = await open(topic, site.admin);
    const listReaders = (page: TestListener) => page.listRows(topic).filter((row) => row.kind === 'readers');
    const listWriters = () =>
      listReaders(reader)
        .at(-1)
        ?.members.map(({ id, writing }) => [id, writing]) ?? [];
    await reader.waitUntil(() => listWriters().length === 2, 'two members');
    writer.socket.emit('writing', topic);
    guest.socket.emit('writing', topic);
    await reader.waitUntil(() => listWriters().some(([, isWriting]) => isWriting), 'the writer');
    expect(listWriters()).toEqual([[site.admin.id, true], [site.member.id, false]]); // prettier-ignore
    writer.socket.emit('writing', null);
    await reader.waitUntil(() => listWriters().every(([, isWriting]) => !isWriting), 'the end of the writing');
    expect(listReaders(guest).at(-1)?.readers).toBe(3);
    expect(listReaders(guest).flatMap(({ members }) => members)).toEqual([]);
  });

  test('ignores writing signals from members who are not reading the thread', async () => {
    const [topic, other] = [await site.addThread(site.open), await site.addThread(site.open)].map(
      (id): Topic => `thread:${id}`,
    ) as [Topic, Topic];
    await site.waitUntilSettled();
    const [reader, writer] = [await open(topic, site.member), await open(other, site.admin)];
    writer.socket.emit('writing', topic);
    // The response arrives after the `writing` message has been processed.
    await writer.join(siteTopic, await site.waitUntilSettled());
    expect((await site.services.presence.takeSnapshot()).members.map(({ writing }) => writing)).toEqual([null, null]);
    reader.close();
  });

  test('counts a member once across all of their pages and sends the count to all readers', async () => {
    const thread = await site.addThread(site.open);
    const topic: Topic = `thread:${thread}`;
    await site.waitUntilSettled();
    const firstPage = await open(topic, site.member);
    await open(topic, site.member);
    const guest = await open(topic);
    const count = () => firstPage.listRows(topic).flatMap((row) => (row.kind === 'readers' ? row.readers : []));
    await firstPage.waitUntil(() => count().at(-1) === 2, 'two readers');
    guest.close();
    await firstPage.waitUntil(() => count().at(-1) === 1, 'one reader');
  });
});
