import type { Topic } from '@guildhall/domain/wire/topics.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { LiveSite } from '../testing/live-site.js';
import { addMember, testContext, type TestMember } from '../testing/services.js';

let site: LiveSite;
let robin: TestMember;
let thread: number;
let reply: number;

beforeEach(async () => {
  site = await LiveSite.start({ watchIntervalMs: 600_000 });
  robin = await addMember(site.services, 'Robin');
  thread = await site.addThread(site.open, site.admin);
  reply = await site.reply(thread, 'For Steve', site.admin, [site.member.id]);
});

const getOwnTopic = ({ id }: TestMember): Topic => `member:${id}`;

const listen = (member: TestMember) => site.listen(member, getOwnTopic(member));

const restoreReply = () => {
  const actor = site.services.policy.getActor(site.admin.id);
  return site.services.commands.post(reply, { type: 'RestoreReply' }, actor, testContext());
};

/** In each pair, the first action hides an unread post and the second shows it again. */
const pairs: Record<string, [away: () => Promise<unknown>, back: () => Promise<unknown>]> = {
  'its reply is deleted and restored': [() => site.deleteReply(reply), restoreReply],
  'its thread is deleted and restored': [
    () => site.onThread(thread, { type: 'DeleteThread' }),
    () => site.onThread(thread, { type: 'RestoreThread' }),
  ],
  'its thread is moved out of sight and back': [
    () => site.onThread(thread, { type: 'MoveThread', place: site.closed }),
    () => site.onThread(thread, { type: 'MoveThread', place: site.open }),
  ],
};

describe('live unread counts', () => {
  test.for(Object.keys(pairs))('sends an unread-count change immediately when %s', async (name) => {
    await site.hide(site.closed);
    const watch = { type: 'SetWatch' as const, target: { kind: 'section' as const, id: site.open.sectionId } };
    const actor = site.services.policy.getActor(robin.id);
    await site.services.commands.watch({ ...watch, level: 'watching' }, actor, testContext());
    const mentionedPage = await listen(site.member);
    const watchingPage = await listen(robin);
    for (const [n, change] of (pairs[name] ?? []).entries()) {
      await change();
      await mentionedPage.waitUntil(
        () => mentionedPage.listRows(getOwnTopic(site.member)).length > n,
        `message ${n} to the mentioned member`,
      );
      await watchingPage.waitUntil(
        () => watchingPage.listRows(getOwnTopic(robin)).length > n,
        `message ${n} to the watching member`,
      );
    }
    for (const row of [
      ...mentionedPage.listRows(getOwnTopic(site.member)),
      ...watchingPage.listRows(getOwnTopic(robin)),
    ])
      expect(row.kind).toBe('notified');
  });

  test('sends unread counts only to members notified of the post who can see its place', async () => {
    const hiddenThread = await site.addThread(site.closed, site.admin);
    const secret = await site.reply(hiddenThread, 'For Steve', site.admin, [site.member.id]);
    await site.hide(site.closed);
    const [mentionedPage, otherPage] = [await listen(site.member), await listen(robin)];
    await site.deleteReply(secret);
    await site.waitUntilSettled();
    await site.deleteReply(reply);
    await mentionedPage.waitUntil(
      () => mentionedPage.listRows(getOwnTopic(site.member)).length > 0,
      'the visible reply',
    );
    expect(mentionedPage.listRows(getOwnTopic(site.member)).map(({ pos }) => pos)).toEqual([
      await site.services.log.readHead(),
    ]);
    expect(otherPage.listRows(getOwnTopic(robin))).toEqual([]);
  });
});
