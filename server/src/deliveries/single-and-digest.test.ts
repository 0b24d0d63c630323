import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listKinds, startOnMonday, type DeliverySite } from '../testing/deliveries/delivery-site.js';
import { addMember, type TestMember } from '../testing/services.js';

let site: DeliverySite;
let steve: TestMember;
let anna: TestMember;

beforeEach(async () => void ({ site, steve, anna } = await startOnMonday()));

const takeEmails = () => site.take('email', anna.id);
const formatSentTime = (delivery: { at: string } | undefined) => delivery?.at.slice(0, 16);
const allDaily = { watch: 'daily', mention: 'daily', wall: 'daily', follow: 'daily' } as const;

describe('a notification outside threads', () => {
  test('a notification outside threads is sent by email and as a push, with its text and a link', async () => {
    await site.actions.postOnWall(steve, anna.id, 'Happy birthday!');
    await site.pass(2);
    const item = {
      kind: 'wall',
      actor: 'Steve',
      subject: 'wallpost',
      thread: null,
      wallOf: null,
      excerpt: 'Happy birthday!',
      path: expect.stringMatching(/^\/profile\/Anna#wallpost-\d+$/) as string,
    };
    const [email] = takeEmails();
    expect(email).toMatchObject({ threadId: null, frequency: 'at-once', items: [item] });
    expect(email?.items[0]?.notificationId).toMatch(/^\d{20}:\d+$/);
    expect(site.take('push', anna.id)).toMatchObject([{ items: [item] }]);
  });

  test('a notification outside threads is not sent once it has been read', async () => {
    await site.actions.postOnWall(steve, anna.id, 'Happy birthday!');
    await site.react();
    const order = await site.services.views.store.readCheckpoint();
    await site.services.readMarks.move(anna.id, [{ key: 'notices', order, count: 0 }]);
    await site.pass(2);
    expect(takeEmails()).toEqual([]);
  });

  test('a follow is not sent if it has ended by then', async () => {
    await site.choose(anna.id, { email: { follow: 'at-once' } });
    await site.actions.follow(steve, anna.id);
    await site.actions.follow(steve, anna.id, 'Unfollow');
    await site.actions.follow(site.site.admin, anna.id);
    await site.pass(2);
    expect(takeEmails().flatMap(({ items }) => items.map(({ actor }) => actor))).toEqual(['Alex']);
  });

  test('each notification outside threads is sent by itself to a member who wants them immediately', async () => {
    await site.choose(anna.id, { email: { follow: 'at-once' } });
    await site.actions.follow(steve, anna.id);
    await site.actions.follow(site.site.admin, anna.id);
    await site.actions.postOnWall(steve, anna.id, 'Hello');
    await site.pass(2);
    expect(takeEmails().map(listKinds).sort()).toEqual(['follow', 'follow', 'wall']);
  });

  test('a notification about a report includes the response', async () => {
    const reportId = await site.actions.report(anna, 'bug');
    await site.actions.respond(anna, reportId, 'It is fixed');
    await site.pass(2);
    expect(takeEmails()).toMatchObject([
      { items: [{ kind: 'report', actor: null, excerpt: 'It is fixed', path: '/report-a-bug' }] },
    ]);
  });

  test('a staff action on a reply is sent without its text', async () => {
    const threadId = await site.site.addThread(site.site.open, steve);
    const postId = await site.site.reply(threadId, 'Rude words', anna);
    await site.pass(2);
    await site.readThread(anna.id, threadId);
    site.sent.length = 0;
    await site.site.deleteReply(postId);
    await site.pass(2);
    expect(takeEmails()).toMatchObject([
      { threadId, items: [{ kind: 'moderation', act: 'ReplyDeleted', excerpt: null }] },
    ]);
  });
});

test('an email about a thread contains a reply that follows many by an ignored member', async () => {
  const bram = await addMember(site.services, 'Bram');
  const threadId = await site.site.addThread(site.site.open, steve);
  await site.actions.watch(anna, { kind: 'thread', id: threadId });
  await site.site.reply(threadId, 'from Steve', steve);
  for (let n = 0; n < 25; n++) await site.site.reply(threadId, 'from Bram', bram);
  await site.actions.ignore(anna, bram.id);
  await site.pass(2);
  expect(takeEmails().map(({ items }) => items.map(({ excerpt }) => excerpt))).toEqual([
    ['What it says', 'from Steve'],
  ]);
});

describe('a banned member', () => {
  test('a banned member receives only an email about the ban, with its reason', async () => {
    const threadId = await site.site.addThread(site.site.open, anna);
    await site.pass(2);
    await site.site.reply(threadId, 'before the ban', steve, [anna.id]);
    await site.actions.ban(anna.id, 'Spam', '2026-04-01T00:00:00.000Z');
    await site.site.reply(threadId, 'after the ban', steve, [anna.id]);
    await site.actions.postOnWall(steve, anna.id, 'Bye');
    await site.pass(2);
    expect(takeEmails()).toMatchObject([
      {
        threadId: null,
        items: [{ act: 'MemberBanned', reason: 'Spam', until: '2026-04-01T00:00:00.000Z', path: '/auth' }],
      },
    ]);
    expect(site.take('push', anna.id)).toEqual([]);
    await site.expectNothingPending();
  });

  test('a banned member receives only the response to their appeal, whatever frequency they chose and whoever they muted', async () => {
    await site.actions.ignore(anna, site.site.admin.id, 'Mute');
    await site.choose(anna.id, { email: { report: 'weekly' } });
    const bug = await site.actions.report(anna, 'bug');
    await site.actions.ban(anna.id, 'Spam');
    const appeal = await site.actions.report(anna, 'appeal');
    await site.pass(2);
    takeEmails();
    await site.actions.respond(anna, bug, 'It is fixed');
    await site.actions.respond(anna, appeal, 'No');
    await site.pass(2);
    expect(takeEmails().map(({ items }) => items.map(({ excerpt }) => excerpt))).toEqual([['No']]);
  });

  test('sends no email about a ban that was lifted in the meantime, or if staff actions are turned off', async () => {
    await site.actions.ban(anna.id, 'A mistake');
    await site.react();
    await site.actions.unban(anna.id);
    await site.pass(2);
    expect(takeEmails()).toEqual([]);
    await site.choose(anna.id, { email: { moderation: 'never' } });
    await site.actions.ban(anna.id, 'Spam');
    await site.pass(2);
    expect(takeEmails()).toEqual([]);
  });
});

describe('an hourly email', () => {
  test('an hourly email contains the newest post of a watched thread whose author has not been erased', async () => {
    await site.choose(anna.id, { email: { watch: 'hourly' } });
    const bram = await addMember(site.services, 'Bram');
    const threadId = await site.site.addThread(site.site.open, bram);
    await site.actions.watch(anna, { kind: 'thread', id: threadId });
    await site.site.reply(threadId, 'remains', steve);
    await site.site.reply(threadId, 'of an erased member', bram);
    await site.actions.erase(bram, false);
    await site.pass(60);
    expect(takeEmails().map(({ items }) => items.map(({ excerpt }) => excerpt))).toEqual([['remains']]);
  });

  test('an hourly email finds a notification that follows a hundred from an ignored member', async () => {
    await site.choose(anna.id, { email: { wall: 'hourly' } });
    const bram = await addMember(site.services, 'Bram');
    await site.actions.postOnWall(steve, anna.id, 'from Steve');
    for (let n = 0; n < 100; n++) await site.actions.postOnWall(bram, anna.id, 'from Bram');
    await site.actions.ignore(anna, bram.id);
    await site.pass(60);
    expect(takeEmails().map(({ items }) => items.map(({ excerpt }) => excerpt))).toEqual([['from Steve']]);
  });

  test('an hourly email lists unread notifications once, at the next full hour', async () => {
    await site.choose(anna.id, { email: { wall: 'hourly', mention: 'hourly', follow: 'never' } });
    const threadId = await site.site.addThread(site.site.open, steve);
    await site.actions.postOnWall(steve, anna.id, 'one');
    await site.site.reply(threadId, 'two', steve, [anna.id]);
    await site.actions.follow(steve, anna.id);
    await site.pass(59);
    expect(takeEmails()).toEqual([]);
    await site.pass(1);
    const [email, ...others] = takeEmails();
    expect(others).toEqual([]);
    expect(email && [formatSentTime(email), email.frequency, listKinds(email), email.digest]).toEqual([
      '2026-03-02T11:00',
      'hourly',
      'wall mention',
      null,
    ]);
    await site.actions.postOnWall(steve, anna.id, 'three');
    await site.pass(60);
    expect(takeEmails().map(({ items }) => items.map(({ excerpt }) => excerpt))).toEqual([['three']]);
  });
});

test.each(['hourly', 'daily'] as const)(
  'if emails are %s, they omit a thread until an earlier one about it was read',
  async (frequency) => {
    await site.choose(anna.id, { email: { watch: frequency, reply: frequency, mention: frequency } });
    const threadId = await site.site.addThread(site.site.open, steve);
    const ownId = await site.site.reply(threadId, 'from Anna', anna);
    const replyAndWait = async (text: string, mentions: number[] = [], replyTo: number | null = null) => {
      await site.site.reply(threadId, text, steve, mentions, replyTo);
      await site.pass(24 * 60, 60);
      return takeEmails().map(({ items }) => items.map(({ excerpt }) => excerpt));
    };
    expect(await replyAndWait('one')).toEqual([['one']]);
    expect(await replyAndWait('two')).toEqual([]);
    expect(await replyAndWait('to Anna', [], ownId)).toEqual([]);
    expect(await replyAndWait('for Anna', [anna.id])).toEqual([['for Anna']]);
    await site.readThread(anna.id, threadId);
    expect(await replyAndWait('to Anna again', [], ownId)).toEqual([['to Anna again']]);
    await site.expectNothingPending();
  },
);

describe('a digest', () => {
  test("a digest is sent at eight in the morning in the member's time zone, with lively threads and numbers", async () => {
    await site.choose(anna.id, { email: allDaily, time_zone: 'America/New_York' });
    const watchedThread = await site.site.addThread(site.site.open, steve);
    await site.actions.watch(anna, { kind: 'thread', id: watchedThread });
    for (let n = 1; n <= 3; n++) await site.site.reply(watchedThread, `reply ${n}`, steve);
    const hiddenThread = await site.site.addThread(site.site.closed, steve);
    await site.site.reply(hiddenThread, 'hidden');
    await site.site.hide(site.site.closed);
    await site.pass(24 * 60, 60);
    const [digest, ...others] = takeEmails();
    expect(others).toEqual([]);
    expect(formatSentTime(digest)).toBe('2026-03-02T13:00');
    expect(digest).toMatchObject({ frequency: 'daily', items: [{ kind: 'watch', excerpt: 'reply 3' }] });
    await site.readThread(anna.id, watchedThread);
    await site.site.reply(watchedThread, 'another');
    await site.pass(24 * 60, 60);
    const [second] = takeEmails();
    expect(formatSentTime(second)).toBe('2026-03-03T13:00');
    expect(second?.digest).toEqual({
      liveliest: [{ id: watchedThread, title: 'A title', path: `/forums/thread/${watchedThread}`, replies: 3 }],
      newThreads: 1,
      newReplies: 3,
      newMembers: 3,
    });
  });

  test('the liveliest threads are found and counted exactly, however many others are active', async () => {
    await site.choose(anna.id, { email: { wall: 'daily' } });
    const earlier = await site.site.addThread(site.site.open, steve);
    for (let n = 0; n < 3; n++) await site.site.reply(earlier, 'on the day before', steve);
    await site.site.waitUntilSettled();
    vi.setSystemTime('2026-03-03T10:00:00.000Z');
    const lively = await site.site.addThread(site.site.open, steve);
    for (let n = 0; n < 101; n++) await site.site.reply(lively, 'lively', steve);
    const others: number[] = [];
    for (let n = 0; n < 20; n++) others.push(await site.site.addThread(site.site.open, steve));
    for (const threadId of others) await site.site.reply(threadId, 'quiet', steve);
    await site.site.reply(earlier, 'quiet', steve);
    await site.actions.postOnWall(steve, anna.id, 'Hello');
    await site.pass(24 * 60, 60);
    const [email] = takeEmails();
    expect(email?.digest?.newReplies).toBe(122);
    expect(email?.digest?.liveliest.map(({ replies }) => replies)).toEqual([101, 1, 1, 1, 1]);
  });

  test('a waiting digest moves to the morning of a new time zone, and nothing else moves', async () => {
    await site.choose(anna.id, { email: { wall: 'daily', follow: 'hourly' } });
    await site.actions.postOnWall(steve, anna.id, 'on the wall');
    await site.actions.follow(steve, anna.id);
    await site.react();
    await site.choose(anna.id, { time_zone: 'America/New_York' });
    await site.pass(27 * 60, 60);
    expect(takeEmails().map((email) => `${formatSentTime(email)} ${listKinds(email)}`)).toEqual([
      '2026-03-02T11:00 follow',
      '2026-03-03T13:00 wall',
    ]);
    await site.expectNothingPending();
  });

  test('a digest counts only what its reader may view, even if others receive theirs at the same time', async () => {
    const readers = [site.site.admin.id, anna.id];
    for (const id of readers) await site.choose(id, { email: { wall: 'daily' } });
    for (const place of [site.site.open, site.site.closed]) await site.site.addThread(place, steve);
    await site.site.hide(site.site.closed);
    for (const id of readers) await site.actions.postOnWall(steve, id, 'Hello');
    await site.pass(24 * 60, 60);
    const threadCounts = readers.map((id) => site.take('email', id).map(({ digest }) => digest?.newThreads));
    expect(threadCounts).toEqual([[2], [1]]);
  });

  test('a digest repeats unread mentions that were already sent, but is not sent for those alone', async () => {
    await site.choose(anna.id, { email: { wall: 'daily', watch: 'never', reply: 'never' } });
    const threadId = await site.site.addThread(site.site.open, steve);
    await site.actions.postOnWall(steve, anna.id, 'on the wall');
    await site.site.reply(threadId, 'for Anna', steve, [anna.id]);
    await site.pass(2);
    expect(takeEmails().map(listKinds)).toEqual(['mention']);
    await site.pass(24 * 60, 60);
    expect(takeEmails().map(listKinds)).toEqual(['wall mention']);
    await site.site.reply(threadId, 'again', steve, [anna.id]);
    await site.pass(48 * 60, 60);
    expect(takeEmails().map(listKinds)).toEqual(['mention mention']);
  });

  test('a digest lists an unread mention from before its first event', async () => {
    await site.choose(anna.id, { email: { wall: 'daily', watch: 'never', reply: 'never' } });
    const threadId = await site.site.addThread(site.site.open, steve);
    await site.site.reply(threadId, 'for Anna', steve, [anna.id]);
    await site.pass(60);
    expect(takeEmails().map(listKinds)).toEqual(['mention']);
    await site.actions.postOnWall(steve, anna.id, 'on the wall');
    await site.pass(24 * 60, 60);
    expect(takeEmails().map(listKinds)).toEqual(['mention wall']);
  });

  test('a digest omits lively threads that the member has muted, and those of members whom they ignore', async () => {
    await site.choose(anna.id, { email: { wall: 'daily' } });
    const bram = await addMember(site.services, 'Bram');
    const lively: number[] = [];
    for (let n = 0; n < 7; n++) lively.push(await site.site.addThread(site.site.open, n === 6 ? bram : steve));
    for (const threadId of lively) await site.site.reply(threadId, 'lively', steve);
    await site.actions.ignore(anna, bram.id);
    await site.actions.watch(anna, { kind: 'thread', id: lively[5]! }, 'muted');
    await site.actions.postOnWall(steve, anna.id, 'Hello');
    await site.pass(24 * 60, 60);
    const [email] = takeEmails();
    expect(email?.digest?.liveliest.map(({ id }) => id).sort()).toEqual(lively.slice(0, 5).sort());
  });

  test('a weekly digest is sent on Monday, unless everything has been read', async () => {
    await site.choose(anna.id, { email: { wall: 'weekly' } });
    await site.actions.postOnWall(steve, anna.id, 'one');
    await site.pass(8 * 24 * 60, 240);
    const digests = takeEmails();
    expect(digests.map(({ at, frequency }) => [at.slice(0, 10), frequency])).toEqual([['2026-03-09', 'weekly']]);
    await site.actions.postOnWall(steve, anna.id, 'two');
    await site.react();
    const order = await site.services.views.store.readCheckpoint();
    await site.services.readMarks.move(anna.id, [{ key: 'notices', order, count: 0 }]);
    await site.pass(8 * 24 * 60, 240);
    expect(takeEmails()).toEqual([]);
  });
});
