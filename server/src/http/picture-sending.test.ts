import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testHttpApp } from '../testing/http-app.js';
import { sendInSlot } from './picture-sending.js';

const [largeBytes, smallBytes] = [20_000_000, 1_000];
let isSending: Record<number, number> = {};
const site = testHttpApp((app) => {
  app.get('/:bytes', async (req, res) => {
    const bytes = Number(req.params.bytes);
    res.set({ 'content-type': 'image/webp', etag: '"picture"' });
    await sendInSlot({ req, res, bytes }, async () => {
      isSending[bytes] = (isSending[bytes] ?? 0) + 1;
      res.send(Buffer.alloc(bytes));
    });
  });
});
beforeEach(() => void (isSending = {}));
afterEach(() => void vi.useRealTimers());

/** Receives the response's head and leaves the rest unread in the connection. */
async function openWithoutReading(bytes: number): Promise<IncomingMessage> {
  const [response] = (await once(get(site.url + bytes), 'response')) as [IncomingMessage];
  return response.pause();
}

test('a slow address occupies two slots for large pictures until it disconnects, and none for small ones', async () => {
  const slow = [await openWithoutReading(largeBytes), await openWithoutReading(largeBytes)];
  const third = once(get(site.url + largeBytes), 'response');
  for (let n = 0; n < 20; n++) expect((await fetch(site.url + smallBytes)).status).toBe(200);
  expect(isSending).toEqual({ [largeBytes]: 2, [smallBytes]: 20 });
  slow[0]?.destroy();
  const [response] = (await third) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  expect(isSending[largeBytes]).toBe(3);
  response.destroy();
  slow[1]?.destroy();
});

test('refuses pictures while too many are waiting, and sends none to clients that have disconnected', async () => {
  const slow = [await openWithoutReading(largeBytes), await openWithoutReading(largeBytes)];
  const requests = Array.from({ length: 51 }, () => get(site.url + largeBytes).on('error', () => undefined));
  const [refused] = (await Promise.race(requests.map((request) => once(request, 'response')))) as [IncomingMessage];
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['content-type']).toMatch(/^application\/json/);
  expect(refused.headers.etag).not.toBe('"picture"');
  for (const request of requests) request.destroy();
  for (const response of slow) response.destroy();
  const receive = async () => {
    const received = await fetch(site.url + largeBytes);
    await received.arrayBuffer();
    return received.status;
  };
  await expect.poll(receive).toBe(200);
  expect(isSending[largeBytes]).toBeLessThan(53);
});

test('ends a response that is read too slowly, so that the next large picture is sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const slow = [await openWithoutReading(largeBytes), await openWithoutReading(largeBytes)];
  const third = once(get(site.url + largeBytes), 'response');
  vi.advanceTimersByTime(11 * 60_000);
  expect(isSending[largeBytes]).toBe(2);
  vi.advanceTimersByTime(60_000);
  const [response] = (await third) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  for (const received of slow) await expect(received.resume().toArray()).rejects.toThrow('aborted');
  response.destroy();
});
