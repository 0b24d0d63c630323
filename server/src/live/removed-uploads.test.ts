import { deriveAggregateId } from '@guildhall/domain/ids.js';
import { siteTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { LiveSite } from '../testing/live-site.js';
import { testContext, type TestMember } from '../testing/services.js';
import type { TestListener } from '../testing/test-listener.js';

const [uploadId, otherUpload] = ['a', 'b'].map((digit) => digit.repeat(32)) as [string, string];

describe('live updates after an Admin removes an upload', () => {
  let site: LiveSite;
  let topics: Record<'untouched' | 'otherPlace' | 'thread' | 'place' | 'replied' | 'wall', Topic>;

  beforeEach(async () => {
    site = await LiveSite.start();
    const { services, member } = site;
    const actor = services.policy.getActor(member.id);
    const content = await services.texts.seal(member.id, 'What it shows');
    const create = async (place: typeof site.open, ...uploads: string[]) => {
      const context = testContext(String(member.id));
      const threadId = deriveAggregateId(context.commandId);
      const command = { type: 'CreateThread', threadId, place, title: content, content, locked: false, sticky: false };
      await services.commands.thread(threadId, { ...command, uploads } as never, actor, context);
      return threadId;
    };
    const [untouchedThread, repliedThread] = [await create(site.closed, otherUpload), await create(site.closed)];
    const thread = await create(site.open, uploadId);
    const reply = {
      type: 'PostReply',
      postId: 91,
      threadId: repliedThread,
      content,
      mentions: [],
      uploads: [uploadId],
    };
    await services.commands.post(91, reply as never, actor, testContext(String(member.id)));
    const wallPost = { type: 'PostOnWall', wallPostId: 71, ownerId: site.admin.id, content, uploads: [uploadId] };
    await services.commands.wall(71, wallPost as never, actor, testContext(String(member.id)));
    topics = {
      untouched: `thread:${untouchedThread}`,
      otherPlace: `section:${site.closed.sectionId}`,
      thread: `thread:${thread}`,
      place: `section:${site.open.sectionId}`,
      replied: `thread:${repliedThread}`,
      wall: `profile:${site.admin.id}`,
    };
  });

  async function open(position: string, as?: TestMember): Promise<TestListener> {
    const page = await site.connect(as);
    await page.joinAll(([siteTopic, ...Object.values(topics)] as Topic[]).map((topic) => ({ topic, position })));
    return page;
  }

  const remove = () =>
    site.services.commands.upload(
      { type: 'RemoveUpload', uploadId, ownerId: site.member.id },
      site.services.policy.getActor(site.admin.id),
      testContext(),
    );
  const listCounts = (page: TestListener) =>
    Object.fromEntries(Object.entries(topics).map(([name, topic]) => [name, page.countResyncs(topic)]));
  const expectedResyncs = { untouched: 0, otherPlace: 0, thread: 1, place: 1, replied: 1, wall: 1 };
  const waitUntilReloaded = (page: TestListener) =>
    page.waitUntil(() => Object.values(listCounts(page)).reduce((sum, count) => sum + count, 0) >= 4, 'the resyncs');

  test('a removal reloads only topics with texts that use the upload, on open and returning pages', async () => {
    const positionBefore = await site.waitUntilSettled();
    const pages = [await open(positionBefore), await open(positionBefore, site.member)];
    await remove();
    await Promise.all(pages.map(waitUntilReloaded));
    const after = await site.waitUntilSettled();
    const latePage = await open(positionBefore);
    await waitUntilReloaded(latePage);
    for (const page of [...pages, latePage]) {
      await page.listen(siteTopic, after);
      expect([listCounts(page), page.countResyncs(siteTopic)]).toEqual([expectedResyncs, 0]);
    }
    const newPage = await open(after);
    await newPage.listen(siteTopic, after);
    expect(listCounts(newPage)).toEqual(Object.fromEntries(Object.keys(topics).map((name) => [name, 0])));
  });

  test('a page that returns after a server restart reloads the same topics', async () => {
    const positionBefore = await site.waitUntilSettled();
    await remove();
    await site.waitUntilSettled();
    for (const options of [{}, { ringCapacity: 1 }]) {
      await site.restart(options);
      const after = await site.waitUntilSettled();
      const page = await open(positionBefore);
      await waitUntilReloaded(page);
      await page.listen(siteTopic, after);
      expect(listCounts(page)).toEqual(expectedResyncs);
    }
  });

  test('a removal notifies staff with the list of reports open', async () => {
    const page = await site.listen(site.admin, 'reports');
    await remove();
    await page.waitUntil(() => page.listRows('reports').some(({ kind }) => kind === 'list'), 'the changed list');
  });
});
