import { join } from 'node:path';
import { findMongoUrl } from '@guildhall/projections/testing/mongo/mongodb.js';
import { startFakeSmtp, type FakeSmtp } from '@guildhall/server/testing/mail/fake-smtp.js';
import { simpleParser } from 'mailparser';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readDatabaseRows } from '../support/processes/database-rows.js';
import { NetworkSite } from '../support/processes/network-site.js';
import { createFreshSite, type ServerProcess } from '../support/processes/server-process.js';
import { getEmail, registerPerson, type Person } from '../support/site/member.js';
import { rebuildViews } from '../support/processes/verify-views.js';

const maxInFlight = 20;

let smtp: FakeSmtp;
beforeEach(async () => {
  smtp = await startFakeSmtp();
});
afterEach(() => smtp.close());

/** Environment of a server whose clock is ahead, so that emails are due and a killed server's lease has expired. */
function startAhead(minutes: number, smtpUrl = smtp.url): Record<string, string> {
  const aheadMs = minutes * 60_000;
  const script = `
    const RealDate = Date;
    globalThis.Date = class extends RealDate {
      constructor(...values) {
        super(...(values.length > 0 ? values : [RealDate.now() + ${aheadMs}]));
      }
      static now() {
        return RealDate.now() + ${aheadMs};
      }
    };`;
  return { SMTP_URL: smtpUrl, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}

const listIds = (mails: readonly string[]) => mails.map((mail) => /^Message-ID:\s*(<[^>]+>)/im.exec(mail)?.[1] ?? '');

/** Each wall post causes a separate email. */
async function postOnWalls(writer: Person, readers: readonly Person[], count: number): Promise<void> {
  for (let n = 1; n <= count; n++)
    await Promise.all(
      readers.map(({ me }) => writer.perform('POST', `/profile/${me?.username}/posts`, { content: `Hello ${n}` })),
    );
}

/** Restarts the server with SMTP, because registering needs the links in the outbox. */
async function registerMany(start: (env?: Record<string, string>) => Promise<ServerProcess>, count: number) {
  const firstServer = await start();
  const people: Person[] = [];
  for (let n = 0; n < count; n++) people.push(await registerPerson(firstServer, `Member${n}`));
  await firstServer.stop();
  const server = await start({ SMTP_URL: smtp.url });
  for (const person of people) person.url = server.url;
  return { people, server };
}

describe('an embedded server', () => {
  const site = createFreshSite();
  const getVaultFile = () => join(site.dataDir, 'vault.db');
  const countPendingEmails = () =>
    readDatabaseRows<{ n: number }>(
      getVaultFile(),
      `SELECT count(*) AS n FROM deliveries WHERE document ->> 'channel' = 'email'`,
    )[0]?.n;

  test('three kills lose no email, and repeat at most those in flight, with the same Message-ID', async () => {
    const { people } = await registerMany((env) => site.start(env), 11);
    const [writer, ...readers] = people;
    if (!writer) throw new Error('no one is registered');
    const perReader = 20;
    await postOnWalls(writer, readers, perReader);
    const expected = readers.length * perReader;
    await expect.poll(countPendingEmails).toBe(expected);
    for (const [kill, sent] of [40, 90, 140].entries()) {
      await site.server?.kill();
      await site.start(startAhead(3 * (kill + 1)));
      await expect.poll(() => new Set(listIds(smtp.mails)).size).toBeGreaterThan(sent);
    }
    await site.server?.kill();
    await site.start(startAhead(12));
    await expect.poll(countPendingEmails).toBe(0);
    const ids = listIds(smtp.mails);
    expect(ids).not.toContain('');
    expect(new Set(ids).size).toBe(expected);
    expect(ids.length - expected).toBeLessThanOrEqual(4 * maxInFlight);
  });

  test('the link in an email stops emails of its kind, even without a login', async () => {
    const { people } = await registerMany((env) => site.start(env), 3);
    const [writer, reader, other] = people;
    if (!writer || !reader || !other) throw new Error('no one is registered');
    await postOnWalls(writer, [reader], 1);
    await expect.poll(countPendingEmails).toBe(1);
    await site.server?.kill();
    await site.start(startAhead(3));
    await expect.poll(() => smtp.mails).toHaveLength(1);
    const { headers } = await simpleParser(smtp.mails[0] ?? '');
    const { unsubscribe } = headers.get('list') as unknown as { unsubscribe: { url: string } };
    const { pathname, search } = new URL(unsubscribe.url);
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const response = await fetch(`${site.server?.url}${pathname}${search}`, { method: 'POST', body });
    expect(response.status).toBe(200);
    for (const person of people) person.url = site.server?.url ?? '';
    // The other reader's email shows that the deliveries have been queued.
    await postOnWalls(writer, [reader, other], 1);
    await expect.poll(countPendingEmails).toBe(1);
    expect(
      readDatabaseRows(getVaultFile(), `SELECT id FROM deliveries WHERE id LIKE 'email ${reader.me?.id} %'`),
    ).toEqual([]);
  });

  test('rebuilding the views sends nothing', async () => {
    const { people } = await registerMany((env) => site.start(env), 2);
    const [writer, reader] = people;
    if (!writer || !reader) throw new Error('no one is registered');
    await postOnWalls(writer, [reader], 3);
    await expect.poll(countPendingEmails).toBe(3);
    await site.server?.kill();
    await site.start(startAhead(3));
    await expect.poll(countPendingEmails).toBe(0);
    expect(smtp.mails).toHaveLength(3);
    await rebuildViews(writer);
    await postOnWalls(writer, [reader], 1);
    await expect.poll(countPendingEmails).toBe(1);
    expect(smtp.mails).toHaveLength(3);
  });
});

const mongo = await findMongoUrl();

describe.skipIf(!mongo)('two servers in network mode', () => {
  let site: NetworkSite;
  beforeEach(async () => {
    site = await NetworkSite.open(mongo ?? '');
  });
  afterEach(() => site.close());
  const countPendingEmails = () => site.vault.collection('deliveries').countDocuments({ channel: 'email' });

  test('two servers in network mode send each email once', async () => {
    await site.startProjector();
    const { people, server } = await registerMany((env) => site.startServer(undefined, { env: env ?? {} }), 6);
    const [writer, ...readers] = people;
    if (!writer) throw new Error('no one is registered');
    await postOnWalls(writer, readers, 10);
    await expect.poll(countPendingEmails).toBe(50);
    await server.stop();
    const env = startAhead(3);
    await Promise.all([site.startServer(undefined, { env }), site.startServer(undefined, { env })]);
    await expect.poll(countPendingEmails).toBe(0);
    const ids = listIds(smtp.mails);
    expect(ids).toHaveLength(50);
    expect(new Set(ids).size).toBe(50);
  });

  test('three kills of the sending server lose no email, repeat only those in flight, and send none without a reason', async () => {
    await site.startProjector();
    const { people, server } = await registerMany((env) => site.startServer(undefined, { env: env ?? {} }), 8);
    const [writer, current, unsubscribedPerson, ...others] = people;
    if (!writer || !current || !unsubscribedPerson) throw new Error('no one is registered');
    const perReader = 20;
    await postOnWalls(writer, [current, unsubscribedPerson, ...others], perReader);
    await expect.poll(countPendingEmails).toBe(7 * perReader);
    await current.perform('PUT', '/notifications/read', {});
    await unsubscribedPerson.perform('PUT', '/notifications/settings', { email: { wall: 'never' } });
    await server.stop();
    const sinks: FakeSmtp[] = [];
    const listMails = () => sinks.flatMap((sink) => sink.mails);
    const ids = () => listIds(listMails());
    /** Its own mail server shows which server sends. */
    const startSender = async () => {
      const sink = await startFakeSmtp();
      onTestFinished(() => sink.close());
      sinks.push(sink);
      return { sink, process: await site.startServer(undefined, { env: startAhead(3, sink.url) }) };
    };
    let senders = [await startSender(), await startSender()];
    for (const sent of [15, 40, 65]) {
      await expect.poll(() => new Set(ids()).size).toBeGreaterThan(sent);
      const activeSenders = senders.filter(({ sink }) => sink.mails.length > 0);
      expect(activeSenders).toHaveLength(1);
      await activeSenders[0]?.process.kill();
      senders = [...senders.filter((sender) => sender !== activeSenders[0]), await startSender()];
      await site.vault.collection('reactions').updateMany({}, { $set: { 'lease.until': '' } });
    }
    await expect.poll(countPendingEmails).toBe(0);
    expect(ids()).not.toContain('');
    const expected = others.length * perReader;
    expect(new Set(ids()).size).toBe(expected);
    const hasEmail = ({ me }: Person) => listMails().some((mail) => mail.includes(getEmail(me?.username ?? '')));
    expect(people.filter(hasEmail)).toEqual(others);
    expect(ids().length - expected).toBeLessThanOrEqual(3 * maxInFlight);
  });
});
