import { onlineTopic, siteTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { expect, test } from 'vitest';
import { LiveSite } from '../testing/live-site.js';
import { testContext } from '../testing/services.js';
import type { TestListener } from '../testing/test-listener.js';

const findMessages = (page: TestListener, kind: string) =>
  page.received.flatMap((message) =>
    'rows' in message && !message.end && message.rows.some((row) => row.kind === kind) ? [message] : [],
  );

test('only messages that advance a client have a position', async () => {
  const site = await LiveSite.start({ readIntervalMs: 0, presenceIntervalMs: 20, watchIntervalMs: 0 });
  const [thread, deletedThread] = [await site.addThread(site.open), await site.addThread(site.open)];
  const { member, services } = site;
  const own: Topic = `member:${member.id}`;
  const page = await site.listen(member, siteTopic, onlineTopic, own, `thread:${thread}`, `thread:${deletedThread}`);
  const settings = { type: 'ChangeSettings' as const, changes: { name: 'The Guild' } };
  await services.commands.settings(settings, services.policy.getActor(site.admin.id), testContext());
  await services.readMarks.move(member.id, [{ key: 'notices', order: '0'.repeat(20), count: 0 }]);
  const bookmark = { kind: 'thread' as const, id: thread, threadId: thread };
  await services.bookmarks.save(member.id, bookmark, { note: '', remindAt: null });
  await site.reply(thread, 'Hello', site.admin);
  await page.waitForReply(`thread:${thread}`, 'Hello');
  await site.onThread(deletedThread, { type: 'DeleteThread' });
  for (const kind of ['site', 'players', 'online', 'readers', 'read', 'bookmarks', 'thread']) {
    await page.waitUntil(() => findMessages(page, kind).length > 0, kind);
    expect([kind, findMessages(page, kind)[0]?.position]).toEqual([kind, undefined]);
  }
  expect(findMessages(page, 'post').map(({ position }) => position)).toEqual([page.positions.get(`thread:${thread}`)]);
});
