import type { Topic } from '@guildhall/domain/wire/topics.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { LiveSite } from '../testing/live-site.js';
import { testContext } from '../testing/services.js';

let site: LiveSite;
beforeEach(async () => {
  site = await LiveSite.start();
});

const getThreadTopic = (id: number): Topic => `thread:${id}`;
const openSection = (): Topic => `section:${site.open.sectionId}`;

describe('live updates for a guest', () => {
  test("a guest receives a reply, the thread's new counts and the thread in its section", async () => {
    const thread = await site.addThread(site.open);
    const position = await site.waitUntilSettled();
    const page = await site.connect();
    await page.listen(getThreadTopic(thread), position);
    await page.listen(openSection(), position);
    const reply = await site.reply(thread, 'Hello everybody');
    await page.waitForReply(getThreadTopic(thread), 'Hello everybody');
    await page.waitUntil(() => page.listRows(openSection()).length > 0, 'the thread in its section');
    expect(page.listRows(getThreadTopic(thread))).toMatchObject([
      { kind: 'post', id: reply, username: 'Steve', content_html: '<p>Hello everybody</p>\n', thread_id: thread },
      { kind: 'summary', id: thread, reply_count: 1, last_username: 'Steve' },
    ]);
    expect(page.listRows(openSection())).toMatchObject([
      { kind: 'summary', id: thread, reply_count: 1 },
      { kind: 'place', id: site.open.sectionId, thread_count: 1, post_count: 2, last_thread: { id: thread } },
    ]);
    expect(page.positions.get(getThreadTopic(thread))).toBe(await site.waitUntilSettled());
  });

  test('a guest receives an edited reply, and the removal of a deleted reply', async () => {
    const thread = await site.addThread(site.open);
    const reply = await site.reply(thread, 'As it was');
    const page = await site.connect();
    await page.listen(getThreadTopic(thread), await site.waitUntilSettled());
    await site.editReply(reply, 'As it is now');
    await page.waitForReply(getThreadTopic(thread), 'As it is now');
    await site.deleteReply(reply);
    await page.waitForReply(getThreadTopic(thread), 'removed');
    expect(page.listRows(getThreadTopic(thread)).find((row) => 'removed' in row)).toEqual({
      kind: 'post',
      id: reply,
      removed: true,
      pos: await site.services.log.readHead(),
    });
  });

  test('a guest receives reactions to a thread and to its replies', async () => {
    const thread = await site.addThread(site.open);
    const reply = await site.reply(thread, 'Hello everybody');
    const position = await site.waitUntilSettled();
    const page = await site.connect();
    await page.listen(getThreadTopic(thread), position);
    await page.listen(openSection(), position);
    const actor = site.services.policy.getActor(site.member.id);
    for (const target of [
      { kind: 'post' as const, id: reply },
      { kind: 'thread' as const, id: thread },
    ]) {
      await site.services.commands.react({ type: 'React', target, emoji: 'like' }, actor, testContext());
    }
    await page.waitUntil(() => page.listRows(openSection()).length > 0, 'the thread in its section');
    await page.waitUntil(() => page.listRows(getThreadTopic(thread)).length > 1, 'both texts');
    const reactions = { like: 1 };
    expect(page.listRows(getThreadTopic(thread))).toMatchObject([
      { kind: 'post', id: reply, reactions },
      { kind: 'thread', id: thread, reactions },
    ]);
    expect(page.listRows(openSection())[0]).toMatchObject({ kind: 'summary', id: thread, reactions });
  });

  test('a guest receives only the final state of a row that changes many times in one batch', async () => {
    const thread = await site.addThread(site.open);
    const page = await site.connect();
    await page.listen(getThreadTopic(thread), await site.waitUntilSettled());
    await Promise.all(Array.from({ length: 30 }, (_, n) => site.reply(thread, `Reply ${n}`)));
    await page.waitUntil(() => new Set(page.listReplies(getThreadTopic(thread))).size === 30, 'thirty replies');
    expect(page.listReplies(getThreadTopic(thread))).toHaveLength(30);
    expect(page.listRows(getThreadTopic(thread)).findLast((row) => row.kind === 'summary')).toMatchObject({
      reply_count: 30,
    });
    expect(site.gateway.stats.emitted).toBeLessThan(30);
  });

  test('a guest receives no updates for a topic after leaving it', async () => {
    const section: Topic = `section:${site.open.sectionId}`;
    const [leftThread, keptThread] = [await site.addThread(site.open), await site.addThread(site.open)];
    const page = await site.connect();
    const position = await site.waitUntilSettled();
    for (const topic of [section, getThreadTopic(leftThread), getThreadTopic(keptThread)])
      await page.listen(topic, position);
    await site.reply(leftThread, 'Heard');
    await page.waitForReply(getThreadTopic(leftThread), 'Heard');
    await page.waitUntil(() => page.listRows(section).length > 0, 'the new count');
    const sectionRowCount = page.listRows(section).length;
    page.socket.emit('leave', [section, getThreadTopic(leftThread)]);
    await page.joinAll([]);
    // Messages are processed in order, so by then the server has also processed the `leave`.
    await page.listen(getThreadTopic(keptThread), position);
    await site.reply(leftThread, 'Not heard');
    await site.reply(keptThread, 'Fence');
    await page.waitForReply(getThreadTopic(keptThread), 'Fence');
    expect(page.listReplies(getThreadTopic(leftThread))).toEqual(['Heard']);
    expect(page.listRows(section)).toHaveLength(sectionRowCount);
  });

  test('a guest can join a thread that is not in the views yet', async () => {
    const page = await site.connect();
    const checkpoint = site.services.views.store.readCheckpoint.bind(site.services.views.store);
    const reads = { threads: 0 };
    const find = site.services.views.store.getMany.bind(site.services.views.store);
    site.services.views.store.getMany = async (collection, ids) => {
      // The first read simulates a thread that is not in the views yet.
      if (collection === 'threads' && reads.threads++ === 0) return [];
      return find(collection, ids);
    };
    const thread = await site.addThread(site.open);
    const position = await site.waitUntilSettled();
    expect(await page.join(getThreadTopic(thread), position)).toBe('joined');
    expect(reads.threads).toBeGreaterThan(1);
    expect(await checkpoint()).toBe(await site.services.log.readHead());
  });
});

describe('live thread updates', () => {
  test('a moved thread is removed from its old section and appears in the new one', async () => {
    const thread = await site.addThread(site.open);
    const page = await site.connect();
    const position = await site.waitUntilSettled();
    const newSection: Topic = `section:${site.closed.sectionId}`;
    for (const topic of [openSection(), newSection, getThreadTopic(thread)]) await page.listen(topic, position);
    await site.onThread(thread, { type: 'MoveThread', place: site.closed });
    await page.waitUntil(
      () => page.listRows(newSection).length > 0 && page.listRows(openSection()).length > 0,
      'both sections',
    );
    const pos = await site.services.log.readHead();
    expect(page.listRows(openSection())).toMatchObject([
      { kind: 'summary', id: thread, pos, removed: true },
      { kind: 'recount', id: thread, pos },
      { kind: 'place', pos, thread_count: 0, post_count: 0, last_thread: null },
    ]);
    expect(page.listRows(newSection)).toMatchObject([
      { kind: 'summary', id: thread, section_id: site.closed.sectionId },
      { kind: 'recount', id: thread, pos },
      { kind: 'place', pos, thread_count: 1, post_count: 1, last_thread: { id: thread } },
    ]);
    expect(page.listRows(getThreadTopic(thread))).toMatchObject([
      { kind: 'thread', section_id: site.closed.sectionId },
    ]);
  });

  test('a thread’s prefix appears on its page and in its section until the section removes it', async () => {
    const thread = await site.addThread(site.open);
    const { sectionId } = site.open;
    const prefix = { id: 71, label: 'Bug', color: 'red' } as const;
    const setPrefixes = (prefixes: (typeof prefix)[], created: number[]) =>
      site.services.commands.structure(
        { type: 'SetPrefixes', sectionId, prefixes, created },
        site.services.policy.getActor(site.admin.id),
        testContext(String(site.admin.id)),
      );
    await setPrefixes([prefix], [71]);
    const position = await site.waitUntilSettled();
    const page = await site.connect();
    await page.listen(getThreadTopic(thread), position);
    await page.listen(openSection(), position);
    await site.onThread(thread, { type: 'ChangeThread', prefixId: 71 });
    await page.waitUntil(
      () => page.listRows(getThreadTopic(thread)).length > 0 && page.listRows(openSection()).length > 0,
      'the prefix',
    );
    expect(page.listRows(getThreadTopic(thread))).toMatchObject([{ kind: 'thread', id: thread, prefix }]);
    expect(page.listRows(openSection())).toMatchObject([{ kind: 'summary', id: thread, prefix }, { kind: 'place' }]);
    await setPrefixes([], []);
    await page.waitForResync(openSection());
  });

  test('announces a deleted thread and asks pages to reload when it is restored', async () => {
    const thread = await site.addThread(site.open);
    const topic = getThreadTopic(thread);
    const page = await site.connect();
    await page.listen(topic, await site.waitUntilSettled());
    const positionBefore = page.positions.get(topic);
    await site.onThread(thread, { type: 'DeleteThread' });
    await page.waitUntil(() => page.listRows(topic).length > 0, 'the removal');
    expect(page.listRows(topic)).toEqual([
      { kind: 'thread', id: thread, pos: await site.services.log.readHead(), removed: true, deleted: true },
    ]);
    expect(page.positions.get(topic)).toBe(positionBefore);
    await site.onThread(thread, { type: 'RestoreThread' });
    await page.waitForResync(topic);
    expect(page.listRows(topic)).toHaveLength(1);
  });

  test('rejects joining a thread that is deleted or does not exist', async () => {
    const thread = await site.addThread(site.open);
    await site.onThread(thread, { type: 'DeleteThread' });
    const page = await site.connect();
    expect(await page.join(getThreadTopic(thread), await site.waitUntilSettled())).toBe('refused');
    expect(await page.join('thread:12345', await site.waitUntilSettled())).toBe('refused');
  });
});
