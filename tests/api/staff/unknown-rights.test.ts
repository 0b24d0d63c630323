import { randomUUID } from 'node:crypto';
import { streams } from '@guildhall/domain/events.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Site } from '../../support/site/site.js';

const type = 'WrittenByANewerVersion.v9';
let site: Site;
beforeEach(async () => {
  site = await Site.start();
});
afterEach(() => site.stop());

/** Appends events as a newer server version would. @returns the position */
async function append(stream: string, length: number): Promise<string> {
  const event = { id: randomUUID(), type, data: {}, metadata: { at: new Date().toISOString() } };
  const { position } = await site.services.log.append(stream, [event], length === 0 ? 'no-stream' : length - 1);
  return position;
}

const getLength = async (stream: string) => (await site.services.log.readStream(stream)).length;
const readStatus = async (path: string) => (await fetch(`${site.url}${path}`)).status;

describe.each([streams.staff, streams.structure])('event of an unknown type in the stream %s', (stream) => {
  it('responds with 503 to reads and writes after a permission event of an unknown type', async () => {
    const thread_id = await site.createThread();
    expect(await readStatus('/ready')).toBe(200);
    await append(stream, await getLength(stream));
    await vi.waitFor(async () => expect(await readStatus('/ready')).toBe(503), { timeout: 30_000 });
    expect(await site.services.policy.outdated).toContain(`${type} at `);
    const body = { thread_id, content: 'Hello' };
    for (const as of [site.admin, site.member]) {
      expect(await site.send('POST', '/forums/posts', body, { as })).toMatchObject({ status: 503 });
      expect(await site.send('GET', `/forums/threads/${thread_id}`, undefined, { as })).toMatchObject({ status: 503 });
    }
    expect(await readStatus('/')).toBe(503);
    expect(await readStatus('/health')).toBe(200);
  });

  it('the server does not start with a permission event of an unknown type', async () => {
    await append(stream, await getLength(stream));
    await expect(site.startSecond()).rejects.toThrow(`the log contains an event ${type} at `);
  });
});

it('ignores an event of an unknown type in another stream', async () => {
  const thread = await site.createThread();
  const position = await append(streams.thread(thread), await getLength(streams.thread(thread)));
  await vi.waitFor(() => expect(site.services.logWatermark.position >= position).toBe(true));
  await site.createReply(thread);
  expect(await readStatus('/ready')).toBe(200);
});
