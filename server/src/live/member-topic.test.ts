import type { WatchLevel, WatchTarget } from '@guildhall/domain/watch/events.js';
import { parsePosition } from '@guildhall/domain/wire/positions.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { linkAccount } from '../testing/games/link-account.js';
import { createGate } from '../testing/gate.js';
import { LiveSite } from '../testing/live-site.js';
import { addMember, testContext, type TestMember } from '../testing/services.js';

let site: LiveSite;
beforeEach(async () => {
  site = await LiveSite.start({ watchIntervalMs: 0, readIntervalMs: 0 });
});

const buildTopic = (id: number): Topic => `member:${id}`;
const watch = (id: number, level: WatchLevel | null, by: TestMember, kind: WatchTarget['kind'] = 'thread') => {
  const command = { type: 'SetWatch' as const, target: { kind, id }, level };
  return site.services.commands.watch(command, site.services.policy.getActor(by.id), testContext());
};
/** Following the same member again does not send another notification. */
const follow = (by: TestMember = site.admin, followedId = site.member.id) =>
  site.services.commands.follow({ type: 'Follow', followedId }, site.services.policy.getActor(by.id), testContext());
const followByAnother = async () => follow(await addMember(site.services, 'Robin'));

/** Blocks the reads that find the members who watch a thread in the place. */
const gateWatches = ({ sectionId } = site.open) =>
  createGate(site.services.views.store, { finds: 'watches', idPrefix: `${sectionId}:` });

describe('live updates for a member', () => {
  test('a member receives new notifications immediately and after reconnecting', async () => {
    const topic = buildTopic(site.member.id);
    const page = await site.connect(site.member);
    await page.listen(topic, await site.waitUntilSettled());
    await follow();
    await page.waitUntil(() => page.listRows(topic).length === 1, 'the follow');
    const [row] = page.listRows(topic);
    expect(row).toMatchObject({ kind: 'notified', id: site.member.id });
    page.close();

    await followByAnother();
    const reconnectedPage = await site.connect(site.member);
    await reconnectedPage.listen(topic, page.positions.get(topic) ?? '');
    expect(reconnectedPage.listRows(topic)).toHaveLength(1);
    expect((reconnectedPage.listRows(topic)[0]?.pos ?? '') > (row?.pos ?? '')).toBe(true);
  });

  test("a linked game account reaches the member's own pages and reloads their profile", async () => {
    const [own, wall] = [buildTopic(site.member.id), `profile:${site.member.id}` as const];
    const [page, guest] = [await site.connect(site.member), await site.connect()];
    await page.listen(own, await site.waitUntilSettled());
    await guest.listen(wall, await site.waitUntilSettled());
    await linkAccount(site.services, site.member.id);
    await page.waitUntil(() => page.listRows(own).length === 1, 'the link');
    expect(page.listRows(own)[0]).toMatchObject({ kind: 'notified', id: site.member.id });
    await guest.waitForResync(wall);
  });

  test('a member receives read marks from their other windows', async () => {
    const topic = buildTopic(site.member.id);
    const threadId = await site.addThread(site.open, site.admin);
    const position = await site.waitUntilSettled();
    const [page, other] = [await site.connect(site.member), await site.connect(site.admin)];
    await page.listen(topic, position);
    await other.listen(buildTopic(site.admin.id), position);
    const order = parsePosition(position)?.position ?? '';
    const pos = '0'.repeat(20);
    await site.services.readMarks.moveThread(site.member.id, threadId, { order, count: 0 });
    await page.waitUntil(() => page.listRows(topic).length === 1, 'the thread');
    await site.services.readMarks.move(site.member.id, [{ key: 'notices', order, count: 0 }]);
    await page.waitUntil(() => page.listRows(topic).length === 2, 'the notifications');
    expect(page.listRows(topic)).toEqual([
      { kind: 'read', id: threadId, order, pos },
      { kind: 'read', id: 0, order: null, pos },
    ]);
    expect(other.listRows(buildTopic(site.admin.id)).filter(({ kind }) => kind === 'read')).toEqual([]);
  });

  test("a member receives nothing from other members' topics, and guests cannot join them", async () => {
    const topic = buildTopic(site.member.id);
    const position = await site.waitUntilSettled();
    const [other, own] = [await site.connect(site.admin), await site.connect(site.member)];
    const guest = await site.connect();
    expect(await other.join(topic, position)).toBe('refused');
    expect(await guest.join(topic, position)).toBe('refused');
    await own.listen(topic, position);
    await follow();
    await own.waitUntil(() => own.listRows(topic).length === 1, 'the follow');
    // Messages are ordered, so this response arrives after any update.
    expect(await other.join('member:1', position)).toBe('refused');
    expect([other.listRows(topic), guest.listRows(topic)]).toEqual([[], []]);
  });

  test('a member receives new posts in watched places unless all their pages show them', async () => {
    const topic = buildTopic(site.member.id);
    const threadId = await site.addThread(site.open);
    const position = await site.waitUntilSettled();
    const page = await site.connect(site.member);
    await page.listen(topic, position);
    await site.reply(threadId, 'An answer', site.admin);
    await page.waitUntil(() => page.listRows(topic).length === 1, 'the reply in their own thread');
    await page.listen(`thread:${threadId}`, await site.waitUntilSettled());
    await site.reply(threadId, 'Another, which he sees', site.admin);
    await page.waitUntil(
      () => page.listReplies(`thread:${threadId}`).includes('Another, which he sees'),
      'the reply itself',
    );
    // This follow is the fence: it is sent immediately, just as an unwanted update would be.
    await follow();
    await page.waitUntil(() => page.listRows(topic).length === 2, 'the follow');
    await site.reply(threadId, 'His own');
    await followByAnother();
    await page.waitUntil(() => page.listRows(topic).length === 3, 'the second follow');
  });

  test('a member receives a new post on every page with the bell, even if one page shows it', async () => {
    const topic = buildTopic(site.member.id);
    const [threadId, other] = [await site.addThread(site.open), await site.addThread(site.open)];
    const position = await site.waitUntilSettled();
    const [readingPage, otherPage] = [await site.connect(site.member), await site.connect(site.member)];
    await readingPage.listen(topic, position);
    await readingPage.listen(`thread:${threadId}`, position);
    await otherPage.listen(topic, position);
    await site.reply(threadId, 'Shown on one page', site.admin);
    await otherPage.waitUntil(() => otherPage.listRows(topic).length === 1, 'the reply, elsewhere');
    await otherPage.listen(`thread:${threadId}`, await site.waitUntilSettled());
    await site.connect(site.member);
    const watchGate = gateWatches();
    await site.reply(threadId, 'Shown on both', site.admin);
    // From here on, new changes are not included in the read.
    await watchGate.reached;
    await site.reply(other, 'Shown on neither', site.admin);
    const lastPosition = parsePosition(await site.waitUntilSettled())?.position;
    watchGate.release();
    await otherPage.waitUntil(
      () => otherPage.listRows(topic).at(-1)?.pos === lastPosition,
      'the reply that neither shows',
    );
    expect(otherPage.listRows(topic)).toHaveLength(2);
  });

  test('a member receives a new post even if the open thread gets one at the same time', async () => {
    const people = [site.member, await addMember(site.services, 'Robin')];
    const threads = [await site.addThread(site.open), await site.addThread(site.open)];
    const unwatchedThread = await site.addThread(site.open, site.admin);
    for (const person of people) for (const id of threads) await watch(id, 'watching', person);
    const position = await site.waitUntilSettled();
    const pages = await Promise.all(people.map((person) => site.connect(person)));
    for (const [n, page] of pages.entries()) {
      await page.listen(buildTopic(people[n]?.id ?? 0), position);
      await page.listen(`thread:${threads[n]}` as Topic, position);
    }
    const watchGate = gateWatches();
    await site.reply(unwatchedThread, 'Before', site.admin);
    await watchGate.reached;
    for (const id of threads) await site.reply(id, 'Together', site.admin);
    await site.waitUntilSettled();
    watchGate.release();
    for (const [n, page] of pages.entries())
      await page.waitUntil(
        () => page.listRows(buildTopic(people[n]?.id ?? 0)).length === 1,
        `the other thread of ${n}`,
      );
  });

  test('a member receives one update for each post, even while other watches are still being read', async () => {
    const threadId = await site.addThread(site.open);
    await watch(threadId, 'watching', site.admin);
    const position = await site.waitUntilSettled();
    const pages = [await site.connect(site.member), await site.connect(site.admin)] as const;
    const rows = [site.member, site.admin].map(
      ({ id }, n) =>
        () =>
          pages[n]?.listRows(buildTopic(id)) ?? [],
    );
    const watchGate = gateWatches();
    await pages[0].listen(buildTopic(site.member.id), position);
    const other = await addMember(site.services, 'Robin');
    await site.reply(threadId, 'An answer', other);
    await watchGate.reached;
    // This join is too late for the read in progress.
    await pages[1].listen(buildTopic(site.admin.id), position);
    for (let n = 0; n < 4; n++) await site.reply(threadId, `Answer ${n}`, other);
    const lastPosition = parsePosition(await site.waitUntilSettled())?.position;
    watchGate.release();
    for (const [n, page] of pages.entries()) {
      await page.waitUntil(() => rows[n]?.().at(-1)?.pos === lastPosition, 'the last reply');
      const positions = rows[n]?.().map(({ pos }) => pos) ?? [];
      expect(positions).toEqual([...new Set(positions)].sort());
      expect(positions.length).toBeLessThanOrEqual(5);
    }
  });

  test('a member receives posts in watched threads made while they or the server were offline', async () => {
    const topic = buildTopic(site.member.id);
    const threadId = await site.addThread(site.open);
    const other = await addMember(site.services, 'Robin');
    const position = await site.waitUntilSettled();
    const buildReceivedRows = async () => {
      const [otherListener, page] = [await site.connect(other), await site.connect(site.member)];
      await otherListener.listen(buildTopic(other.id), position);
      await page.listen(topic, position);
      await page.waitUntil(() => page.listRows(topic).length > 0, 'the update');
      // This response arrives after any update.
      expect(await otherListener.join(topic, position)).toBe('refused');
      return { rows: page.listRows(topic), others: otherListener.listRows(buildTopic(other.id)).length };
    };
    await site.reply(threadId, 'While he was away', site.admin);
    await site.waitUntilSettled();
    const oneUpdate = [{ kind: 'notified', id: site.member.id }];
    expect(await buildReceivedRows()).toMatchObject({ rows: oneUpdate, others: 0 });
    await site.restart();
    expect(await buildReceivedRows()).toMatchObject({ rows: oneUpdate, others: 0 });
    // With such a short ring, the server cannot determine whether they missed anything.
    await site.restart({ watchIntervalMs: 0, ringCapacity: 1 });
    expect(await buildReceivedRows()).toMatchObject({ rows: oneUpdate, others: 1 });
  });

  test('a member receives no update twice if part of a page joins from an earlier position', async () => {
    const topic = buildTopic(site.member.id);
    const threadId = await site.addThread(site.open);
    const position = await site.waitUntilSettled();
    const page = await site.connect(site.member);
    await page.listen(topic, position);
    await site.reply(threadId, 'Heard once', site.admin);
    await page.waitUntil(() => page.listRows(topic).length === 1, 'the reply');
    await page.join(topic, position);
    // The notifications of changes to the member's own settings arrive after any pending update.
    for (const level of ['watching', 'muted', 'watching'] as const) {
      await watch(threadId, level, site.member);
      const { position: chosenPosition } =
        (await site.services.log.readAll(position.split('.')[1] ?? '', 100)).at(-1) ?? {};
      await page.waitUntil(() => page.listRows(topic).some(({ pos }) => pos === chosenPosition), `to choose ${level}`);
    }
    expect(page.listRows(topic)).toHaveLength(4);
  });

  test('a member receives nothing from a muted thread, even after posting in it', async () => {
    const topic = buildTopic(site.member.id);
    const threadId = await site.addThread(site.open, site.admin);
    await watch(threadId, 'muted', site.member);
    const page = await site.connect(site.member);
    await page.listen(topic, await site.waitUntilSettled());
    await site.reply(threadId, 'His own');
    const watchGate = gateWatches();
    await site.reply(threadId, 'Muted', site.admin);
    await watchGate.reached;
    await watch(threadId, null, site.member);
    await page.waitUntil(() => page.listRows(topic).length === 1, 'the choice');
    watchGate.release();
    await site.reply(threadId, 'Heard', site.admin);
    const lastPosition = parsePosition(await site.waitUntilSettled())?.position;
    await page.waitUntil(() => page.listRows(topic).at(-1)?.pos === lastPosition, 'the reply');
    expect(page.listRows(topic)).toHaveLength(2);
  });

  test('a member receives no replies or mentions from places they cannot view', async () => {
    const topic = buildTopic(site.member.id);
    const [threadId, visible] = [await site.addThread(site.closed), await site.addThread(site.open)];
    await site.hide(site.closed);
    const page = await site.connect(site.member);
    await page.listen(topic, await site.waitUntilSettled());
    const watchGate = gateWatches(site.closed);
    await site.reply(threadId, 'Hidden', site.admin, [site.member.id]);
    // From here on, new changes are not included in the read.
    await watchGate.reached;
    await site.reply(visible, 'Visible', site.admin);
    const lastPosition = parsePosition(await site.waitUntilSettled())?.position;
    watchGate.release();
    await page.waitUntil(() => page.listRows(topic).at(-1)?.pos === lastPosition, 'the visible reply');
    expect(page.listRows(topic)).toHaveLength(1);
  });

  test('a member receives an update about a reply in a watched place, even in an older thread', async () => {
    const topic = buildTopic(site.member.id);
    const threadId = await site.addThread(site.open, site.admin);
    await watch(site.open.sectionId, 'watching', site.member, 'section');
    const page = await site.connect(site.member);
    await page.listen(topic, await site.waitUntilSettled());
    await site.reply(threadId, 'In an older thread', site.admin);
    const lastPosition = parsePosition(await site.waitUntilSettled())?.position;
    await page.waitUntil(() => page.listRows(topic).at(-1)?.pos === lastPosition, 'the reply');
  });

  test('a member receives no update about their own thread in a watched place', async () => {
    const topic = buildTopic(site.member.id);
    await watch(site.open.sectionId, 'watching', site.member, 'section');
    const [page, other] = [await site.connect(site.member), await site.connect(site.admin)];
    await page.listen(topic, await site.waitUntilSettled());
    await other.listen(buildTopic(site.admin.id), await site.waitUntilSettled());
    const watchGate = gateWatches();
    await site.addThread(site.open);
    await watchGate.reached;
    await site.addThread(site.open, site.admin);
    const lastPosition = parsePosition(await site.waitUntilSettled())?.position;
    watchGate.release();
    await page.waitUntil(() => page.listRows(topic).at(-1)?.pos === lastPosition, 'the thread of another');
    expect(page.listRows(topic)).toHaveLength(1);
    expect(other.listRows(buildTopic(site.admin.id))).toEqual([]);
  });

  test('an older page receives posts that a newer page has already loaded', async () => {
    const topic = buildTopic(site.member.id);
    const threadId = await site.addThread(site.open);
    const [older, newer] = [await site.connect(site.member), await site.connect(site.member)];
    await older.listen(topic, await site.waitUntilSettled());
    const watchGate = gateWatches();
    await site.reply(threadId, 'An answer', site.admin);
    await watchGate.reached;
    await site.reply(threadId, 'Another', site.admin);
    const position = await site.waitUntilSettled();
    await newer.listen(topic, position);
    watchGate.release();
    await older.waitUntil(
      () => older.listRows(topic).at(-1)?.pos === parsePosition(position)?.position,
      'the second reply',
    );
  });
});
