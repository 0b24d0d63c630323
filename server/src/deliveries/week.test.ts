import { expect, test } from 'vitest';
import { unsubscribe } from '../mail/notifications/unsubscribe.js';
import { DeliverySite, listKinds } from '../testing/deliveries/delivery-site.js';
import { addMember, type TestMember } from '../testing/services.js';

const hour = 60;

/** The members for a lively week, each named after what is special about them. */
async function addMembers(site: DeliverySite) {
  const add = (name: string) => addMember(site.services, name);
  return {
    default: await add('Default'),
    reader: await add('Reader'),
    silent: await add('Silent'),
    hourly: await add('Hourly'),
    tokyo: await add('Tokyo'),
    newYork: await add('NewYork'),
    outcast: await add('Outcast'),
    banned: await add('Banned'),
    erased: await add('Erased'),
    bouncing: await add('Bouncing'),
    muting: await add('Muting'),
    ignoring: await add('Ignoring'),
    mixed: await add('Mixed'),
    unsubscribed: await add('Unsubscribed'),
  };
}

const kinds = ['watch', 'reply', 'mention', 'quote', 'solution', 'wall', 'follow', 'moderation', 'report'] as const;
const chooseForAll = <Choice>(choice: Choice) =>
  Object.fromEntries(kinds.map((kind) => [kind, choice])) as Record<(typeof kinds)[number], Choice>;

test('sends each member exactly the expected emails and pushes during a lively week', async () => {
  // A Monday, at midnight in UTC.
  const site = await DeliverySite.start('2026-03-02T00:00:00.000Z');
  const writer = site.site.member;
  const members = await addMembers(site);
  const everyone: [string, TestMember][] = Object.entries(members);
  await site.choose(members.silent.id, { email: chooseForAll('never'), push: chooseForAll(false) });
  await site.choose(members.hourly.id, { email: chooseForAll('hourly'), push: chooseForAll(false) });
  await site.choose(members.tokyo.id, {
    email: chooseForAll('daily'),
    push: chooseForAll(false),
    time_zone: 'Asia/Tokyo',
  });
  await site.choose(members.newYork.id, {
    email: chooseForAll('weekly'),
    push: chooseForAll(false),
    time_zone: 'America/New_York',
  });
  await site.choose(members.mixed.id, {
    page: chooseForAll(false),
    email: { watch: 'hourly', mention: 'at-once', wall: 'daily', follow: 'weekly' },
    push: { ...chooseForAll(false), mention: true },
    time_zone: 'Asia/Kolkata',
  });
  const threadId = await site.site.addThread(site.site.open, writer);
  const closedId = await site.site.addThread(site.site.closed, writer);
  for (const [, member] of everyone)
    for (const id of [threadId, closedId]) await site.actions.watch(member, { kind: 'thread', id });
  await site.actions.watch(members.muting, { kind: 'thread', id: threadId }, 'muted');
  await site.actions.ignore(members.ignoring, writer.id);
  await site.react();
  for (const [, { id }] of everyone) for (const thread of [threadId, closedId]) await site.readThread(id, thread);
  const readAsReader = async () => {
    await site.react();
    for (const thread of [threadId, closedId]) await site.readThread(members.reader.id, thread);
  };
  await site.pass(12 * hour, hour);
  site.sent.length = 0;

  // Monday, noon: two replies. The reader is on the page.
  await site.site.reply(threadId, 'Monday 1', writer);
  await site.site.reply(threadId, 'Monday 2', writer);
  await readAsReader();
  site.outcome = ({ id }, channel) => {
    if (id !== members.bouncing.id || channel === 'push') return 'sent';
    site.unreachable.add(`email ${id}`);
    return { failure: 'permanent', reason: 'no such mailbox' };
  };
  await site.pass(24 * hour, hour / 2);

  // Tuesday: one member follows the link in an email. Another reply, which is bundled, and one mention of everyone.
  const unsubscription = { userId: members.unsubscribed.id, target: { kinds: ['watch'] as const } };
  await unsubscribe(site.services, unsubscription, 'a request');
  await site.site.reply(threadId, 'Tuesday', writer);
  await readAsReader();
  await site.pass(hour, hour / 2);
  const mentionedIds = everyone.map(([, { id }]) => id);
  await site.site.reply(threadId, 'Hello all', writer, mentionedIds);
  await readAsReader();
  await site.pass(23 * hour, hour / 2);

  // Wednesday: one member is banned and one is erased, just after a wall post for each member.
  for (const [, { id }] of everyone) await site.actions.postOnWall(writer, id, 'Hi there');
  await site.react();
  await site.actions.ban(members.banned.id, 'Spam');
  await site.actions.erase(members.erased);
  await site.pass(24 * hour, hour / 2);

  // Thursday: the other section is hidden from one member just after a reply in it.
  await site.site.reply(closedId, 'Secret', writer);
  await site.react();
  await site.actions.hideFrom(members.outcast, site.site.closed);
  await readAsReader();
  await site.pass(24 * hour, hour / 2);

  // Friday: a follower, which waits for a digest by default.
  for (const [, { id }] of everyone) if (id !== members.erased.id) await site.actions.follow(writer, id);
  await site.pass(5 * 24 * hour, hour);

  const summarizeDeliveries = (channel: 'email' | 'push') =>
    Object.fromEntries(
      everyone.map(([name, { id }]) => [
        name,
        site
          .take(channel, id)
          .map((delivery) => `${delivery.at.slice(5, 16)} ${listKinds(delivery)}${delivery.omitted ? '+' : ''}`),
      ]),
    );
  expect(summarizeDeliveries('email')).toEqual({
    banned: ['03-02T12:30 watch watch', '03-03T13:30 watch watch watch mention', '03-04T12:30 moderation'],
    bouncing: ['03-02T12:30 watch watch'],
    default: [
      '03-02T12:30 watch watch',
      '03-03T13:30 watch watch watch mention',
      '03-04T12:30 wall',
      '03-05T12:30 watch',
      '03-07T08:00 follow',
    ],
    erased: ['03-02T12:30 watch watch', '03-03T13:30 watch watch watch mention'],
    hourly: ['03-02T13:00 watch', '03-03T14:00 mention', '03-04T13:00 wall', '03-05T13:00 watch', '03-06T13:00 follow'],
    ignoring: [],
    mixed: [
      '03-02T13:00 watch',
      '03-03T13:30 mention',
      '03-05T02:30 wall',
      '03-05T13:00 watch',
      '03-09T03:00 mention follow',
    ],
    muting: ['03-03T13:30 mention', '03-04T12:30 wall', '03-05T12:30 watch', '03-07T08:00 follow'],
    newYork: ['03-02T13:00 watch', '03-09T12:00 mention wall watch follow'],
    outcast: [
      '03-02T12:30 watch watch',
      '03-03T13:30 watch watch watch mention',
      '03-04T12:30 wall',
      '03-07T08:00 follow',
    ],
    reader: ['03-04T12:30 wall', '03-07T08:00 follow'],
    silent: [],
    tokyo: ['03-02T23:00 watch', '03-03T23:00 mention', '03-04T23:00 wall', '03-05T23:00 watch', '03-06T23:00 follow'],
    unsubscribed: ['03-02T12:30 watch watch', '03-03T13:30 mention', '03-04T12:30 wall', '03-07T08:00 follow'],
  });
  expect(summarizeDeliveries('push')).toEqual({
    banned: ['03-02T12:30 watch watch', '03-03T12:30 watch watch watch', '03-03T13:30 watch watch watch mention'],
    bouncing: [
      '03-02T12:30 watch watch',
      '03-03T12:30 watch watch watch',
      '03-03T13:30 watch watch watch mention',
      '03-04T12:30 wall',
      '03-05T12:30 watch',
      '03-06T13:00 follow',
    ],
    default: [
      '03-02T12:30 watch watch',
      '03-03T12:30 watch watch watch',
      '03-03T13:30 watch watch watch mention',
      '03-04T12:30 wall',
      '03-05T12:30 watch',
      '03-06T13:00 follow',
    ],
    erased: ['03-02T12:30 watch watch', '03-03T12:30 watch watch watch', '03-03T13:30 watch watch watch mention'],
    hourly: [],
    ignoring: [],
    mixed: ['03-03T13:30 mention'],
    muting: ['03-03T13:30 mention', '03-04T12:30 wall', '03-05T12:30 watch', '03-06T13:00 follow'],
    newYork: [],
    outcast: [
      '03-02T12:30 watch watch',
      '03-03T12:30 watch watch watch',
      '03-03T13:30 watch watch watch mention',
      '03-04T12:30 wall',
      '03-06T13:00 follow',
    ],
    reader: ['03-04T12:30 wall', '03-06T13:00 follow'],
    silent: [],
    tokyo: [],
    unsubscribed: [
      '03-02T12:30 watch watch',
      '03-03T12:30 watch watch watch',
      '03-03T13:30 watch watch watch mention',
      '03-04T12:30 wall',
      '03-05T12:30 watch',
      '03-06T13:00 follow',
    ],
  });
  expect(site.sent).toEqual([]);
  await site.expectNothingPending();
});
