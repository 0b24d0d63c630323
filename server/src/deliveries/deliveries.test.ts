import { describe, expect, test, vi } from 'vitest';
import { addMember, type TestMember } from '../testing/services.js';
import { DeliverySite, listKinds } from '../testing/deliveries/delivery-site.js';

let site: DeliverySite;
let author: TestMember;
let anna: TestMember;
let threadId: number;

/** Steve starts a thread, which Anna watches and has read. */
async function start(): Promise<void> {
  site = await DeliverySite.start('2026-03-02T10:00:00.000Z');
  author = site.site.member;
  anna = await addMember(site.services, 'Anna');
  threadId = await site.site.addThread(site.site.open, author);
  await site.actions.watch(anna, buildThreadTarget());
  await site.site.waitUntilSettled();
  await site.readThread(anna.id, threadId);
  await site.pass(10);
  site.sent.length = 0;
}

const buildThreadTarget = () => ({ kind: 'thread' as const, id: threadId });
const reply = (text = 'A reply', mentions: number[] = [], by = author) => site.site.reply(threadId, text, by, mentions);
const takeEmails = () => site.take('email', anna.id);

describe('an email about a thread', () => {
  test('an unread reply is sent after two minutes, with its text', async () => {
    await start();
    const postId = await reply('Hello **you** ||secret||');
    await site.pass(1);
    expect(takeEmails()).toEqual([]);
    await site.pass(1);
    const [email, ...others] = takeEmails();
    expect(others).toEqual([]);
    expect(email).toMatchObject({
      recipient: { id: anna.id, timeZone: null },
      frequency: 'at-once',
      threadId,
      omitted: 0,
      digest: null,
      items: [
        {
          kind: 'watch',
          actor: 'Steve',
          subject: 'post',
          act: null,
          thread: { id: threadId, title: 'A title' },
          path: `/forums/thread/${threadId}#post-${postId}`,
        },
      ],
    });
    expect(email?.items[0]?.excerpt).toContain('Hello you');
    expect(email?.items[0]?.excerpt).not.toContain('secret');
    expect(email?.id).toMatch(/^[0-9a-f]{32}$/);
    await site.expectNothingPending();
  });

  test('sends no email if the member has read the thread', async () => {
    await start();
    await reply();
    await site.react();
    await site.readThread(anna.id, threadId);
    await site.pass(5);
    expect(takeEmails()).toEqual([]);
    await site.expectNothingPending();
  });

  test('an email includes all replies within two minutes, and the next one waits until they are read', async () => {
    await start();
    await reply('one');
    await reply('two');
    await site.pass(2);
    expect(takeEmails().map(listKinds)).toEqual(['watch watch']);
    await reply('three');
    await site.pass(5);
    expect(takeEmails()).toEqual([]);
    await site.readThread(anna.id, threadId);
    await reply('four');
    await site.pass(2);
    const [email] = takeEmails();
    expect(email?.items.map(({ excerpt }) => excerpt)).toEqual(['four']);
  });

  test('the next email can follow once every visible post is read, even if a sent one was newer', async () => {
    await start();
    await reply('one');
    const deleted = await reply('two');
    await site.pass(2);
    expect(takeEmails()).toHaveLength(1);
    await site.site.deleteReply(deleted);
    await site.site.waitUntilSettled();
    await site.readThread(anna.id, threadId);
    await reply('three');
    await site.pass(2);
    expect(takeEmails().map(({ items }) => items.map(({ excerpt }) => excerpt))).toEqual([['three']]);
  });

  test('a mention is sent even if an earlier email is unread, with all unread posts', async () => {
    await start();
    await reply('one');
    await site.pass(2);
    takeEmails();
    await reply('for Anna', [anna.id]);
    await site.pass(2);
    expect(takeEmails().map(listKinds)).toEqual(['watch mention']);
  });

  test('an email lists only the twenty newest replies', async () => {
    await start();
    for (let n = 1; n <= 25; n++) await reply(`reply ${n}`);
    await site.pass(2);
    const [email] = takeEmails();
    expect(email?.items.map(({ excerpt }) => excerpt)).toEqual(Array.from({ length: 20 }, (_, n) => `reply ${n + 6}`));
    expect(email?.omitted).toBe(5);
  });

  test('members who replied earlier receive emails about replies other than their own', async () => {
    await start();
    await reply('mine', [], anna);
    await site.pass(2);
    expect(site.take('email', author.id).map(listKinds)).toEqual(['watch']);
    expect(takeEmails()).toEqual([]);
  });
});

describe('nothing is sent', () => {
  test('sends nothing if the place was hidden from the member in the meantime', async () => {
    await start();
    await reply('hidden', [anna.id]);
    await site.react();
    await site.site.hide(site.site.open);
    await site.pass(2);
    expect(takeEmails()).toEqual([]);
    await site.expectNothingPending();
  });

  test('sends nothing if the reply was deleted in the meantime', async () => {
    await start();
    const postId = await reply('deleted', [anna.id]);
    await site.react();
    await site.site.deleteReply(postId);
    await site.pass(2);
    expect(takeEmails()).toEqual([]);
  });

  test('sends nothing about a muted thread except posts addressed to the member', async () => {
    await start();
    await site.actions.watch(anna, buildThreadTarget(), 'muted');
    await reply('muted');
    await site.react();
    await site.expectNothingPending();
    await site.pass(2);
    expect([...takeEmails(), ...site.take('push', anna.id)]).toEqual([]);
    await reply('for Anna', [anna.id]);
    await site.pass(2);
    expect([...takeEmails(), ...site.take('push', anna.id)].map(listKinds)).toEqual(['mention', 'mention']);
  });

  test('an hourly email contains nothing about a muted thread except posts addressed to the member', async () => {
    await start();
    await site.choose(anna.id, { email: { watch: 'hourly', mention: 'hourly' } });
    await site.actions.watch(anna, buildThreadTarget(), 'muted');
    await reply('muted');
    await reply('for Anna', [anna.id]);
    await site.pass(60);
    expect(takeEmails().map(listKinds)).toEqual(['mention']);
  });

  test.each(['Ignore', 'Mute'] as const)(
    'sends nothing about actions of a member after the command %s',
    async (type) => {
      await start();
      await reply('before', [anna.id]);
      await site.actions.ignore(anna, author.id, type);
      await reply('after', [anna.id]);
      await site.actions.postOnWall(author, anna.id, 'on the wall');
      await site.pass(2);
      expect([...takeEmails(), ...site.take('push', anna.id)]).toEqual([]);
      await site.expectNothingPending();
    },
  );

  test('sends no kind of notification that the member turned off, on either channel', async () => {
    await start();
    await site.choose(anna.id, { email: { watch: 'never' }, push: { mention: false } });
    await reply('watched');
    await site.pass(2);
    expect(takeEmails()).toEqual([]);
    expect(site.take('push', anna.id).map(listKinds)).toEqual(['watch']);
    await reply('mentioned', [anna.id]);
    await site.pass(2);
    expect(takeEmails().map(listKinds)).toEqual(['mention']);
  });

  test('sends nothing on a channel that cannot reach the member, now or when the delivery is due', async () => {
    await start();
    await reply('one');
    await site.react();
    site.unreachable.add(`email ${anna.id}`);
    await site.pass(2);
    await reply('two');
    await site.pass(2);
    expect(takeEmails()).toEqual([]);
    await site.expectNothingPending();
  });

  test('looks up no members for an event that no channel can deliver', async () => {
    await start();
    site.unreachable.add('email').add('push');
    const lookUps = vi.spyOn(site.services.views.store, 'findFields');
    await reply('one');
    await site.react();
    expect(lookUps).not.toHaveBeenCalled();
    site.unreachable.delete('email');
    await reply('two');
    await site.react();
    expect(lookUps).toHaveBeenCalled();
    await site.pass(2);
    expect(takeEmails()).toHaveLength(1);
  });
});

describe('watching', () => {
  const buildSection = () => ({ kind: 'section' as const, id: site.site.open.sectionId });

  test('watching a place sends all of its later posts, unless the member chose another level for the thread', async () => {
    await start();
    await site.actions.watch(anna, buildSection());
    const bram = await addMember(site.services, 'Bram');
    const cato = await addMember(site.services, 'Cato');
    await site.pass(1);
    await reply('from before');
    for (const member of [bram, cato]) await site.actions.watch(member, buildSection());
    await site.actions.watch(anna, buildThreadTarget(), 'normal');
    await reply('in a thread from before');
    const newThread = await site.site.addThread(site.site.open, author);
    await site.actions.watch(bram, { kind: 'thread', id: newThread }, 'muted');
    await site.site.reply(newThread, 'in a new one', author);
    await site.pass(2);
    const sent = site.take('email').map(({ recipient: { id }, items }) => [id, items.map(({ excerpt }) => excerpt)]);
    expect(sent.sort()).toEqual(
      [
        [anna.id, ['What it says', 'in a new one']],
        [bram.id, ['in a thread from before']],
        [cato.id, ['What it says', 'in a new one']],
        [cato.id, ['in a thread from before']],
      ].sort(),
    );
  });

  test('sends nothing about an erased author or a deleted thread, or to an erased member', async () => {
    await start();
    const goneMember = await addMember(site.services, 'Gone');
    await reply('by a member who is then erased', [], goneMember);
    await site.react();
    await site.actions.erase(goneMember);
    await site.pass(2);
    expect(takeEmails()).toEqual([]);
    await reply('in a thread that is then deleted');
    await site.react();
    await site.site.onThread(threadId, { type: 'DeleteThread' });
    await site.pass(2);
    expect(takeEmails()).toEqual([]);
    await site.actions.postOnWall(author, anna.id, 'too late');
    await site.react();
    await site.actions.erase(anna);
    await site.pass(2);
    expect(takeEmails()).toEqual([]);
    await site.expectNothingPending();
  });
});
