import { randomUUID } from 'node:crypto';
import { streams } from '@guildhall/domain/events.js';
import { memberRole } from '@guildhall/domain/roles.js';
import { siteTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveSite } from '../testing/live-site.js';
import { addMember, testContext, type TestMember } from '../testing/services.js';
import { TestListener } from '../testing/test-listener.js';

describe('live updates after the erasure of a member and their posts', () => {
  let site: LiveSite;
  let otherMember: TestMember;
  let topics: Record<'untouched' | 'otherPlace' | 'own' | 'answered' | 'place' | 'wall' | 'othersWall', Topic>;

  beforeEach(async () => {
    site = await LiveSite.start();
    otherMember = await addMember(site.services, 'Alma');
    await site.services.directory.refresh([otherMember.id]);
    const untouchedThread = await site.addThread(site.closed, otherMember);
    const repliedThread = await site.addThread(site.closed, otherMember);
    await site.reply(repliedThread, 'What the erased member answered');
    const ownThread = await site.addThread(site.open);
    await site.reply(ownThread, 'What another one says', otherMember);
    const wallCommand = {
      type: 'PostOnWall' as const,
      wallPostId: 71,
      ownerId: otherMember.id,
      content: 'What they wrote there',
    };
    await site.services.commands.wall(71, wallCommand, site.services.policy.getActor(site.member.id), testContext());
    topics = {
      untouched: `thread:${untouchedThread}`,
      otherPlace: `section:${site.closed.sectionId}`,
      own: `thread:${ownThread}`,
      answered: `thread:${repliedThread}`,
      place: `section:${site.open.sectionId}`,
      wall: `profile:${site.member.id}`,
      othersWall: `profile:${otherMember.id}`,
    };
  });

  async function open(position: string): Promise<TestListener> {
    const page = await site.connect();
    const allTopics = [siteTopic, ...Object.values(topics)] as Topic[];
    await page.joinAll(allTopics.map((topic) => ({ topic, position })));
    return page;
  }

  const erase = () =>
    site.services.commands.staff({ type: 'Leave', userId: site.member.id, texts: true }, null, testContext());
  const listCounts = (page: TestListener) =>
    Object.fromEntries(Object.entries(topics).map(([name, topic]) => [name, page.countResyncs(topic)]));
  const expectedResyncs = { untouched: 0, otherPlace: 0, own: 1, answered: 1, place: 1, wall: 1, othersWall: 1 };
  const listReloadedTopics = (page: TestListener) =>
    page.waitUntil(() => Object.values(listCounts(page)).filter((count) => count > 0).length >= 5, 'the resyncs');

  test('an erasure reloads only topics with the erased posts, on open and returning pages', async () => {
    const positionBefore = await site.waitUntilSettled();
    const open1 = await open(positionBefore);
    await erase();
    await listReloadedTopics(open1);
    await site.waitUntilSettled();
    expect([listCounts(open1), open1.countResyncs(siteTopic)]).toEqual([expectedResyncs, 0]);
    const latePage = await site.connect();
    for (const [name, topic] of Object.entries(topics)) {
      const result = await latePage.join(topic, positionBefore);
      expect([name, result]).toEqual([name, name === 'wall' ? 'refused' : 'joined']);
    }
    await latePage.waitUntil(
      () => Object.values(listCounts(latePage)).filter((count) => count > 0).length >= 4,
      'the resyncs',
    );
    await latePage.listen(siteTopic, positionBefore);
    expect(listCounts(latePage)).toEqual({ ...expectedResyncs, wall: 0 });
    const newPage = await open(await site.waitUntilSettled());
    await newPage.listen(siteTopic, await site.waitUntilSettled());
    expect(listCounts(newPage)).toEqual(Object.fromEntries(Object.keys(topics).map((name) => [name, 0])));
  });

  test('an erasure reloads topics with the erased posts for every role, and reports that quote them', async () => {
    const position = await site.waitUntilSettled();
    const [guest, staff] = [await open(position), await site.connect(site.admin)];
    for (const topic of ['reports', topics.own] as const) await staff.listen(topic, position);
    await erase();
    for (const page of [guest, staff]) await page.waitForResync(topics.own);
    await staff.waitForResync('reports');
  });

  test('reloads the topics of several members who are erased together', async () => {
    const page = await open(await site.waitUntilSettled());
    const { log } = site.services;
    const { length } = await log.readStream(streams.staff);
    const events = [site.member.id, otherMember.id].map((userId) => ({
      id: randomUUID(),
      type: 'MemberLeft.v1',
      data: { userId, roleId: memberRole.id, texts: true },
      metadata: {},
    }));
    await log.append(streams.staff, events, length - 1);
    for (const topic of [topics.own, topics.untouched]) await page.waitForResync(topic);
  });

  test('reloads all older pages if the server was started after an erasure', async () => {
    const positionBefore = await site.waitUntilSettled();
    await erase();
    await site.restart();
    await site.waitUntilSettled();
    const latePage = await site.connect();
    await latePage.join(topics.untouched, positionBefore);
    await latePage.waitUntil(() => latePage.countResyncs(topics.untouched) === 1, 'the resync');
  });

  test('looks up the topics of an erasure in batches of fifty posts, skipping other threads', async () => {
    for (let n = 0; n < 120; n++) await site.reply(Number(topics.answered.slice('thread:'.length)), `Reply ${n}`);
    const page = await open(await site.waitUntilSettled());
    const reads = vi.spyOn(site.services.views.store, 'find');
    await erase();
    await listReloadedTopics(page);
    await expect.poll(() => reads.mock.calls.filter(([name]) => name === 'wallposts').length).toBe(1);
    const authorReads = reads.mock.calls.filter(([, filter]) => 'authorId' in filter && !('threadId' in filter));
    expect(authorReads.map(([name, , options]) => [name, options?.limit])).toEqual([
      ['threads', 50],
      ['posts', 50],
      ['posts', 50],
      ['posts', 50],
      ['wallposts', 50],
    ]);
  });
});
