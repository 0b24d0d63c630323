import type { Topic } from '@guildhall/domain/wire/topics.js';
import { pruneChanges } from '@guildhall/projections/runner/prune-changes.js';
import { views } from '@guildhall/projections/views/all-views.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { TestListener } from '../testing/test-listener.js';
import { createGate } from '../testing/gate.js';
import { LiveSite } from '../testing/live-site.js';

let site: LiveSite;
let thread: number;
let topic: Topic;
beforeEach(async () => {
  site = await LiveSite.start();
  thread = await site.addThread(site.open);
  topic = `thread:${thread}`;
});

/** The page receives one reply, disconnects, and misses three more. @returns the last position that it received */
async function missThree(): Promise<string> {
  const page = await site.connect();
  await page.listen(topic, await site.waitUntilSettled());
  await site.reply(thread, 'Heard');
  await page.waitForReply(topic, 'Heard');
  page.close();
  for (const text of ['One', 'Two', 'Three']) await site.reply(thread, text);
  await site.waitUntilSettled();
  return page.positions.get(topic) ?? '';
}

/** Receives the missed replies, then another one as a fence. */
async function resumeAt(position: string): Promise<TestListener> {
  const page = await site.connect();
  await page.listen(topic, position);
  await site.reply(thread, 'Fence');
  await page.waitForReply(topic, 'Fence');
  return page;
}

describe('resuming after a disconnect', () => {
  test('a page resumes from memory after a disconnect', async () => {
    const page = await resumeAt(await missThree());
    expect(page.listReplies(topic)).toEqual(['One', 'Two', 'Three', 'Fence']);
    expect(site.gateway.stats).toMatchObject({ resumedFromRing: 1, resumedFromChanges: 0, resyncs: 0 });
  });

  test('a page resumes from memory after a server restart', async () => {
    const lastPosition = await missThree();
    await site.restart();
    const page = await resumeAt(lastPosition);
    expect(page.listReplies(topic)).toEqual(['One', 'Two', 'Three', 'Fence']);
    expect(site.gateway.stats).toMatchObject({ resumedFromRing: 1, resumedFromChanges: 0 });
  });

  test('a page resumes from the changes view if the ring is too short', async () => {
    await site.restart({ ringCapacity: 4 });
    const page = await resumeAt(await missThree());
    expect(page.listReplies(topic)).toEqual(['One', 'Two', 'Three', 'Fence']);
    expect(site.gateway.stats).toMatchObject({ resumedFromRing: 0, resumedFromChanges: 1, resyncs: 0 });
  });

  test('sends missed posts in their current state if they have been edited or deleted since', async () => {
    const reply = await site.reply(thread, 'First words');
    const deletedReply = await site.reply(thread, 'Soon gone');
    const position = await site.waitUntilSettled();
    await site.editReply(reply, 'Other words');
    await site.deleteReply(deletedReply);
    await site.waitUntilSettled();
    expect((await resumeAt(position)).listReplies(topic)).toEqual(['Other words', 'removed', 'Fence']);
  });

  test('resumes a hundred pages of two roles together with few reads of the views', async () => {
    const lastPosition = await missThree();
    let reads = 0;
    const read = site.services.views.store.getMany.bind(site.services.views.store);
    site.services.views.store.getMany = (collection, ids) => {
      if (collection === 'posts') reads++;
      return read(collection, ids);
    };
    const listeners = await Promise.all(
      Array.from({ length: 100 }, (_, n) => site.connect(n % 2 === 0 ? undefined : site.admin)),
    );
    await Promise.all(listeners.map((page) => page.listen(topic, lastPosition)));
    for (const page of listeners) expect(page.listReplies(topic)).toEqual(['One', 'Two', 'Three']);
    expect(site.gateway.stats.resumedFromRing).toBe(100);
    expect(reads).toBeLessThan(60);
  });
});

test('neither misses nor reorders replies that arrive while many pages join', async () => {
  const position = await site.waitUntilSettled();
  const texts = Array.from({ length: 40 }, (_, n) => `Reply ${n}`);
  const writes = (async () => {
    for (const text of texts) await site.reply(thread, text);
  })();
  const listeners: TestListener[] = [];
  for (let n = 0; n < 12; n++) {
    const page = await site.connect();
    listeners.push(page);
    await page.listen(topic, position);
  }
  await writes;
  for (const page of listeners) {
    await page.waitForReply(topic, 'Reply 39');
    expect(page.listReplies(topic)).toEqual(texts);
    expect(page.positions.get(topic)).toBe(await site.waitUntilSettled());
  }
});

describe('resyncing a page instead of sending rows', () => {
  async function joinAndResync(position: string): Promise<void> {
    const page = await site.connect();
    expect(await page.join(topic, position)).toBe('joined');
    await page.waitForResync(topic);
    expect(page.listRows(topic).filter(({ kind }) => kind !== 'readers')).toEqual([]);
    expect(site.gateway.stats.resyncs).toBe(1);
  }

  test('resyncs a page with a position from another log', async () => {
    const position = await site.waitUntilSettled();
    await joinAndResync(
      `${site.services.historyId === 'ffffffff' ? 'eeeeeeee' : 'ffffffff'}.${position.split('.')[1]}`,
    );
  });

  test('resyncs a page with a position that the log has not reached', async () => {
    await site.waitUntilSettled();
    await joinAndResync(site.toWirePosition('9'.repeat(20)));
  });

  test('resyncs a page that missed more than two hundred changes', async () => {
    const position = await site.waitUntilSettled();
    for (let n = 0; n < 101; n++) await site.reply(thread, `Reply ${n}`);
    await site.waitUntilSettled();
    await joinAndResync(position);
  });

  test('resyncs a page that missed more than two hundred changes stored in the view', async () => {
    await site.restart({ ringCapacity: 4 });
    const position = await site.waitUntilSettled();
    for (let n = 0; n < 101; n++) await site.reply(thread, `Reply ${n}`);
    await site.waitUntilSettled();
    await joinAndResync(position);
  });

  test('resyncs a page if too many changes were written to all topics since its position', async () => {
    await site.restart({ ringCapacity: 4, maxOlderChanges: 10 });
    await joinAndResync(await missThree());
  });

  test('resyncs a page that missed changes older than the ring and the view', async () => {
    const position = await missThree();
    await pruneChanges(site.services.views.store, views, await site.services.log.readHead());
    await site.restart({ ringCapacity: 4 });
    await joinAndResync(position);
  });

  test('resyncs a page that missed a permission change', async () => {
    const position = await site.waitUntilSettled();
    await site.hide(site.closed);
    await site.waitUntilSettled();
    await joinAndResync(position);
  });

  test('resyncs open pages only once after a permission change', async () => {
    const page = await site.connect();
    await page.listen(topic, await site.waitUntilSettled());
    await site.hide(site.closed);
    await page.waitForResync(topic);
    await page.listen(topic, await site.waitUntilSettled());
    await site.reply(thread, 'Fence');
    await page.waitForReply(topic, 'Fence');
    expect(page.countResyncs(topic)).toBe(1);
  });

  test('resyncs open and offline pages when rebuilt views go live', async () => {
    const [page, away] = [await site.connect(), await site.connect()];
    const position = await site.waitUntilSettled();
    await page.listen(topic, position);
    await site.reply(thread, 'Missed');
    await page.waitForReply(topic, 'Missed');
    await site.server.projector.startRebuild();
    await site.server.projector.waitUntilIdle();
    await page.waitForResync(topic);
    await away.join(topic, position);
    await away.waitForResync(topic);
    await page.listen(topic, await site.waitUntilSettled());
    await site.reply(thread, 'From the new views');
    await page.waitForReply(topic, 'From the new views');
  });
});

test('reloads a page that was read before the views contained a permission change', async () => {
  const position = await site.waitUntilSettled();
  const projectionGate = createGate(site.services.views.store, 'apply');
  await site.hide(site.closed);
  const page = await site.connect();
  expect(await page.join(topic, position)).toBe('joined');
  // This join is handled only after the previous one's backlog.
  await page.joinAll([{ topic: 'thread:1', position }]);
  expect(page.countResyncs(topic)).toBe(0);
  projectionGate.release();
  await page.waitForResync(topic);
  await page.listen(topic, await site.waitUntilSettled());
  expect(page.countResyncs(topic)).toBe(1);
});

test('delays updates without losing any while the views keep failing', async () => {
  const page = await site.connect();
  await page.listen(topic, await site.waitUntilSettled());
  const { views } = site.services;
  const changesBetween = views.findChangesBetween.bind(views);
  let failures = 2;
  views.findChangesBetween = (...range) =>
    failures-- > 0 ? Promise.reject(new Error('away')) : changesBetween(...range);
  for (const text of ['One', 'Two']) await site.reply(thread, text);
  await page.waitForReply(topic, 'Two');
  expect(failures).toBeLessThanOrEqual(0);
  expect(page.listReplies(topic)).toEqual(['One', 'Two']);
});
