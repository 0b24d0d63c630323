import type { Place } from '@guildhall/domain/structure/state.js';
import { StoreUnavailable } from '@guildhall/projections/view-store.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DeliverySite } from '../testing/deliveries/delivery-site.js';
import { MemberActions } from '../testing/deliveries/member-actions.js';
import { addMember, type TestMember } from '../testing/services.js';
import { VaultUnavailable } from '../vault/vault.js';
import { deliveryChannels } from '../vault/deliveries/pending-deliveries.js';

interface MuteScene {
  by: MemberActions;
  anna: TestMember;
  writer: TestMember;
  thread: { kind: 'thread'; id: number };
  section: { kind: 'section'; id: number };
}

test.each<[string, (muting: MuteScene) => Promise<void>]>([
  ['mutes the thread', ({ by, anna, thread }) => by.watch(anna, thread, 'muted')],
  ['sets the thread to normal', ({ by, anna, thread }) => by.watch(anna, thread, 'normal')],
  ['mutes its section', ({ by, anna, section }) => by.watch(anna, section, 'muted')],
  ['mutes the author', ({ by, anna, writer }) => by.ignore(anna, writer.id, 'Mute')],
  ['ignores the author', ({ by, anna, writer }) => by.ignore(anna, writer.id)],
])('once a member %s on one server, the other sends them nothing more', async (_, mute) => {
  const site = await DeliverySite.start('2026-03-02T10:00:00.000Z');
  const sendingServer = await site.site.startSecond();
  const [anna, bram] = [await addMember(site.services, 'Anna'), await addMember(site.services, 'Bram')];
  const { member: writer, open } = site.site;
  const section = { kind: 'section', id: open.sectionId } as const;
  for (const member of [anna, bram]) await site.actions.watch(member, section);
  const passMinutes = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
  passMinutes(1);
  const thread = { kind: 'thread', id: await site.site.addThread(open) } as const;
  await site.react();
  const sendDue = async () => {
    for (const channel of deliveryChannels) await site.queue(sendingServer).sendDue(channel);
    return site.sent.splice(0).map(({ channel, recipient }) => `${channel} ${recipient.id}`);
  };
  passMinutes(2);
  await mute({ by: site.actions, anna, writer, thread, section });
  expect(await sendDue()).toEqual([`email ${bram.id}`, `push ${bram.id}`]);
  await site.readThread(bram.id, thread.id);
  await site.site.reply(thread.id, 'One more', writer);
  await site.react();
  passMinutes(2);
  expect(await sendDue()).toEqual([`email ${bram.id}`, `push ${bram.id}`]);
  await site.expectNothingPending();
});

test.each<[string, (restricted: { by: MemberActions; anna: TestMember; open: Place }) => Promise<void>]>([
  ['bans a member', ({ by, anna }) => by.ban(anna.id, 'Spam')],
  ['hides the section from a member', ({ by, anna, open }) => by.hideFrom(anna, open)],
])(
  'if another server %s, nothing is sent until this one learns of it, and then not to that member',
  async (_, restrict) => {
    const site = await DeliverySite.start('2026-03-02T10:00:00.000Z');
    const second = await site.site.startSecond();
    const [anna, bram] = [await addMember(site.services, 'Anna'), await addMember(site.services, 'Bram')];
    const { member: writer, open, admin } = site.site;
    const section = { kind: 'section', id: open.sectionId } as const;
    for (const member of [anna, bram]) await site.actions.watch(member, section);
    vi.setSystemTime(Date.now() + 60_000);
    await site.site.addThread(open);
    await site.react();
    vi.setSystemTime(Date.now() + 2 * 60_000);
    const release = site.site.delayRights('staffFold');
    onTestFinished(release);
    // The server still receives the first event after the delay begins.
    await site.actions.watch(writer, section);
    await site.services.logWatermark.waitFor(await site.services.log.readHead(), 5_000);
    const by = new MemberActions({ services: second, admin });
    await restrict({ by, anna, open });
    await expect(site.queue().sendDue('email')).rejects.toBeInstanceOf(StoreUnavailable);
    expect(site.sent).toEqual([]);
    release();
    await site.queue().sendDue('email');
    expect(site.sent.map(({ recipient }) => recipient.id)).toEqual([bram.id]);
  },
);

test('the response to an appeal is sent immediately, even if the server learns of the ban only later', async () => {
  const site = await DeliverySite.start('2026-03-02T10:00:00.000Z');
  const second = await site.site.startSecond();
  const anna = await addMember(site.services, 'Anna');
  await site.choose(anna.id, { email: { report: 'weekly' } });
  await site.react();
  const release = site.site.delayRights('staffFold');
  onTestFinished(release);
  // The server still receives the first event after the delay begins.
  await site.actions.watch(anna, { kind: 'section', id: site.site.open.sectionId });
  await site.services.logWatermark.waitFor(await site.services.log.readHead(), 5_000);
  const by = new MemberActions({ services: second, admin: site.site.admin });
  await by.ban(anna.id, 'Spam');
  await by.respond(anna, await by.report(anna, 'appeal'), 'No');
  const waitSpy = vi.spyOn(site.services.logWatermark, 'waitFor');
  const reactions = site.react();
  await vi.waitFor(() => expect(waitSpy).toHaveBeenCalled());
  release();
  await reactions;
  await site.pass(2);
  expect(site.take('email', anna.id).map(({ items }) => items.map(({ kind, excerpt }) => [kind, excerpt]))).toEqual([
    [['moderation', null]],
    [['report', 'No']],
  ]);
});

test('a server that has lost its lease neither sends what it prepared nor changes what is pending by now', async () => {
  const site = await DeliverySite.start('2026-03-02T10:00:00.000Z');
  const [anna, bram] = [await addMember(site.services, 'Anna'), await addMember(site.services, 'Bram')];
  const { vault } = site.services;
  await site.choose(anna.id, { email: { wall: 'hourly' } });
  await site.react();
  const writeTo = async ({ id }: TestMember) => {
    await site.actions.postOnWall(site.site.member, id, 'Hello');
    await site.react();
  };
  const [former, present] = [site.queue(), site.queue()];
  const takeRecipients = () => site.take('email').map(({ recipient }) => recipient.id);

  await writeTo(anna);
  vi.setSystemTime(Date.now() + 60 * 60_000);
  vi.spyOn(vault, 'completeDeliveries').mockRejectedValueOnce(new VaultUnavailable('away'));
  await expect(former.sendDue('email')).rejects.toBeInstanceOf(VaultUnavailable);
  await present.sendDue('email');
  expect(takeRecipients()).toEqual([anna.id, anna.id]);
  await writeTo(anna);
  const pending = await vault.listDeliveries(anna.id);
  site.hasLease = false;
  await former.sendDue('email');
  expect(await vault.listDeliveries(anna.id)).toEqual(pending);

  site.hasLease = true;
  await writeTo(bram);
  vi.setSystemTime(Date.now() + 2 * 60_000);
  const account = vault.findAccount.bind(vault);
  vi.spyOn(vault, 'findAccount').mockImplementationOnce((id) => {
    site.hasLease = false;
    return account(id);
  });
  await former.sendDue('email');
  expect(takeRecipients()).toEqual([]);
  site.hasLease = true;
  await present.sendDue('email');
  expect(takeRecipients()).toEqual([bram.id]);
});
