import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { streams } from '@guildhall/domain/events.js';
import type { JoinRequest } from '@guildhall/domain/wire/schemas/live/messages.js';
import { type Topic, maxTopics } from '@guildhall/domain/wire/topics.js';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestListener } from '../testing/test-listener.js';
import { LiveSite } from '../testing/live-site.js';
import { testContext } from '../testing/services.js';

let site: LiveSite;
beforeEach(async () => {
  site = await LiveSite.start();
});

/** Members often have several pages open, and an event that closes one must close all of them. */
const openTwo = async () => [await site.connect(site.member), await site.connect(site.member)];
async function waitUntilEnded(pages: readonly TestListener[], reason: string): Promise<void> {
  for (const page of pages) await page.waitUntilClosed();
  expect(pages.map(({ ended }) => ended)).toEqual(pages.map(() => reason));
}
const getThreadTopic = (id: number): Topic => `thread:${id}`;
const getOpenSection = (): Topic => `section:${site.open.sectionId}`;

describe('live connection', () => {
  test.each(['http://evil.example', 'null', '', 'nonsense'])(
    'rejects a live connection with the origin %s',
    async (origin) => {
      await expect(site.connect({ origin })).rejects.toThrow();
      expect(site.gateway.stats.sockets).toBe(0);
    },
  );

  test('accepts a program without an origin as a guest, and rejects it with a session cookie', async () => {
    const guest = await site.connect({ origin: null, cookie: 'other=1' });
    expect(guest.socket.connected).toBe(true);
    for (const cookie of [site.member.cookie, 'guildhall=broken', 'guildhall-pending=x'])
      await expect(site.connect({ origin: null, cookie })).rejects.toMatchObject({
        description: { message: 'Unexpected server response: 400' },
      });
    expect(site.gateway.stats.sockets).toBe(1);
  });

  test.each([
    ['/', 'websocket'],
    ['/api/forums/sections', 'h2c'],
    ['/socket.io/?EIO=4&transport=websocket', 'h2c'],
  ])('sends an ordinary response to a request for %s that offers an upgrade to %s', async (path, upgrade) => {
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade, 'sec-websocket-version': '13', origin: site.url };
    const [response] = (await once(get(`${site.url}${path}`, { headers }), 'response')) as [IncomingMessage];
    expect(response.resume().statusCode).toBe(path.startsWith('/socket.io/') ? 400 : 404);
    expect(site.gateway.stats.sockets).toBe(0);
  });

  test('accepts a live connection from the site’s origin, even with an invalid cookie', async () => {
    const page = await site.connect({ cookie: 'guildhall=broken' });
    expect(page.socket.connected).toBe(true);
    expect(site.gateway.stats.sockets).toBe(1);
  });

  test('a logout notifies and closes every page in the session, but no other pages', async () => {
    const [pages, guest, admin] = [await openTwo(), await site.connect(), await site.connect(site.admin)];
    await site.services.commands.account(
      { type: 'EndSessions', userId: site.member.id, sessionId: null },
      testContext(),
    );
    await waitUntilEnded(pages, 'logged-out');
    expect([guest.socket.connected, admin.socket.connected]).toEqual([true, true]);
  });

  test('ending one session closes only its own connections', async () => {
    const page = await site.connect(site.member);
    const event = { type: 'SessionsEnded.v1', data: { userId: site.member.id, sessionId: 'another' } };
    const userEvents = await site.services.log.readStream(streams.user(site.member.id));
    const next = { ...event, id: randomUUID(), metadata: {} };
    await site.services.log.append(streams.user(site.member.id), [next], userEvents.length - 1);
    const thread = await site.addThread(site.open);
    await page.listen(getThreadTopic(thread), await site.waitUntilSettled());
    expect(page.ended).toBeNull();
  });

  test("an erasure closes all of the member's pages and reloads all others", async () => {
    const thread = await site.addThread(site.open);
    const [pages, guest] = [await openTwo(), await site.connect()];
    await guest.listen(getThreadTopic(thread), await site.waitUntilSettled());
    await site.services.commands.staff({ type: 'Leave', userId: site.member.id, texts: true }, null, testContext());
    await waitUntilEnded(pages, 'erased');
    await guest.waitForResync(getThreadTopic(thread));
  });

  test("a ban notifies and closes all of the member's pages, and they cannot log in again", async () => {
    const [pages, admin] = [await openTwo(), await site.connect(site.admin)];
    const ban = { type: 'Ban', userId: site.member.id, reason: null, until: null } as const;
    await site.services.commands.staff(ban, null, testContext());
    await waitUntilEnded(pages, 'banned');
    expect(admin.socket.connected).toBe(true);
    expect(await site.services.sessions.identify(site.member.cookie)).toBeNull();
  });

  test('a member whose session ended while offline reconnects as a guest and is notified', async () => {
    (await site.connect(site.member)).close();
    const ban = { type: 'Ban', userId: site.member.id, reason: null, until: null } as const;
    await site.services.commands.staff(ban, null, testContext());
    const [back, guest] = [await site.connect(site.member), await site.connect()];
    await back.waitUntil(() => back.ended !== null, 'the reason');
    expect([back.ended, back.socket.connected]).toEqual(['banned', true]);
    expect(await back.join(`member:${site.member.id}`, await site.waitUntilSettled())).toBe('refused');
    expect(guest.ended).toBeNull();
  });

  test('closes a connection at the next check if its session is missing in the vault', async () => {
    await site.restart({ sessionCheckMs: 60 });
    const page = await site.connect(site.member);
    await site.services.vault.endSessions(site.member.id);
    site.services.sessions.forget(site.member.id, null);
    await page.waitUntilClosed();
    expect(page.ended).toBe('logged-out');
  });

  test.each([
    ['no array', 'nonsense'],
    ['a null', null],
    ['an object', {}],
  ])('responds to a join of %s with an empty list', async (_, topics) => {
    const page = await site.connect();
    expect(await page.socket.timeout(2_000).emitWithAck('join', topics as never)).toEqual([]);
  });

  test('rejects each invalid topic of a join separately', async () => {
    const thread = await site.addThread(site.open);
    const position = await site.waitUntilSettled();
    const page = await site.connect();
    const nonsense = [
      null,
      1,
      'thread:1',
      [],
      {},
      { topic: 'thread:1' },
      { topic: 'thread:0', position },
      { topic: 'x:1', position },
      { topic: `thread:${'9'.repeat(16)}`, position },
      { topic: getThreadTopic(thread), position: 'x' },
      { topic: getThreadTopic(thread), position: 7 },
      { topic: { toString: 'thread:1' }, position },
      { topic: getThreadTopic(thread), position },
    ];
    const responses: string[] = await page.joinAll(nonsense as JoinRequest[]);
    expect(responses).toEqual([...nonsense.slice(1).map(() => 'refused'), 'joined']);
  });

  test('leaves a joined topic if another join of it has a malformed position', async () => {
    const [leftThread, fence] = [await site.addThread(site.open), await site.addThread(site.open)];
    const position = await site.waitUntilSettled();
    const page = await site.connect();
    for (const id of [leftThread, fence]) await page.listen(getThreadTopic(id), position);
    expect(await page.join(getThreadTopic(leftThread), 'x')).toBe('refused');
    await site.reply(leftThread, 'Not heard');
    await site.reply(fence, 'Fence');
    await page.waitForReply(getThreadTopic(fence), 'Fence');
    expect(page.listReplies(getThreadTopic(leftThread))).toEqual([]);
  });

  test('a live connection survives unexpected messages', async () => {
    const page = await site.connect();
    // The cast bypasses the types to send malformed requests.
    const rawSocket = page.socket as unknown as { emit(name: string, ...args: unknown[]): void };
    rawSocket.emit('join');
    rawSocket.emit('join', [{ topic: 'thread:1', position: '' }]);
    rawSocket.emit('join', [{}], 'not a function');
    rawSocket.emit('leave');
    rawSocket.emit('leave', [null, 3, 'section:1']);
    rawSocket.emit('whatever', { deep: [[[]]] });
    expect(await page.joinAll([])).toEqual([]);
  });

  test('limits the topics per connection', async () => {
    const page = await site.connect();
    const position = await site.waitUntilSettled();
    const threads: number[] = [];
    for (let n = 0; n <= maxTopics; n++) threads.push(await site.addThread(site.open));
    await site.waitUntilSettled();
    const joins = threads.map((id) => ({ topic: getThreadTopic(id), position }));
    expect(await page.joinAll(joins.slice(0, maxTopics))).toEqual(Array.from({ length: maxTopics }, () => 'joined'));
    expect(await page.joinAll(joins.slice(maxTopics))).toEqual(['refused']);
  });

  test('rejects further joins from a connection that joins topics too often', async () => {
    const page = await site.connect();
    const position = await site.waitUntilSettled();
    const joins = Array.from({ length: maxTopics }, () => ({ topic: getOpenSection(), position }));
    const responses: string[] = [];
    for (let n = 0; n < 8; n++) responses.push(...(await page.joinAll(joins)));
    expect(responses.slice(0, 300)).not.toContain('refused');
    expect(responses.slice(300)).not.toContain('joined');
  });

  test('closes a connection that sends a message above the size limit', async () => {
    const page = await site.connect();
    page.socket.emit('leave', ['x'.repeat(20_000)] as never);
    await page.waitUntilClosed();
  });
});
