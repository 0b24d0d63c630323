import type { Topic } from '@guildhall/domain/wire/topics.js';
import { beforeEach, expect, test } from 'vitest';
import { TestListener } from '../../testing/test-listener.js';
import { LiveSite } from '../../testing/live-site.js';

let site: LiveSite;
beforeEach(async () => {
  site = await LiveSite.start({ maxPendingPackets: 10 });
});

/**
 * Each reply is 40 KB including its HTML. Together, they exceed what the operating system buffers for an unread
 * connection.
 */
const replyCount = 300;

/** Pausing the TCP connection would not suffice because it resumes as soon as it drains. */
function getConnection(page: TestListener): { pause(): void; resume(): void } {
  // The transport is not part of the public API.
  const { transport } = page.socket.io.engine as unknown as { transport: { ws: { pause(): void; resume(): void } } };
  return transport.ws;
}

test('a page that stops reading gets a resync later, while others receive everything', async () => {
  const thread = await site.addThread(site.open);
  const topic: Topic = `thread:${thread}`;
  const [slow, quick] = [await site.connect(), await site.connect()];
  const position = await site.waitUntilSettled();
  for (const page of [slow, quick]) await page.listen(topic, position);
  getConnection(slow).pause();
  const text = 'x'.repeat(20_000);
  for (let n = 0; n < replyCount; n++) {
    await site.reply(thread, `${text} ${n}`);
    if (n % 5 === 0) await quick.waitForReply(topic, `${text} ${n}`);
  }
  await quick.waitForReply(topic, `${text} ${replyCount - 1}`);
  expect(quick.listReplies(topic)).toHaveLength(replyCount);
  // Longer than the interval between checks for slow sockets.
  await new Promise((resolve) => setTimeout(resolve, 600));
  await site.reply(thread, 'Not for the slow connection');
  await quick.waitForReply(topic, 'Not for the slow connection');
  getConnection(slow).resume();
  await slow.waitForResync(topic);
  expect(slow.listReplies(topic)).not.toContain('Not for the slow connection');
  const repliesBefore = slow.listReplies(topic).length;
  await site.reply(thread, 'Not before it joins again');
  await quick.waitForReply(topic, 'Not before it joins again');
  await slow.listen(topic, await site.waitUntilSettled());
  await site.reply(thread, 'For both');
  for (const page of [slow, quick]) await page.waitForReply(topic, 'For both');
  expect(slow.listReplies(topic)).toHaveLength(repliesBefore + 1);
  for (const page of [slow, quick]) page.close();
});
