import type { Request, Response } from 'express';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ResponseCache } from '../http/responses/response-cache.js';
import { GuestFiles } from './guest-files.js';

let version = '1';
let files: GuestFiles;
let sent: { headers: Record<string, string>; body: string };

beforeEach(() => {
  version = '1';
  const guestVersion = { current: () => Promise.resolve(version) };
  files = new GuestFiles({ responseCache: new ResponseCache(), guestVersion } as never); // it reads nothing else
});
afterEach(() => void vi.useRealTimers());

/** The file as it is sent, with its headers. */
async function read(make: () => Promise<string>) {
  sent = { headers: {}, body: '' };
  const res = {
    set: (name: string | object, value?: string) =>
      Object.assign(sent.headers, typeof name === 'string' ? { [name]: value } : name),
    send: (body: Buffer) => (sent.body = String(body)),
  } as unknown as Response; // all that is called of it
  await files.send({ path: '/feed.atom' } as Request, res, 'application/xml', make);
  return sent;
}
const text = (words: string) => () => Promise.resolve(words);

test('A file is made again only after a change', async () => {
  expect((await read(text('first'))).body).toBe('first');
  expect((await read(text('second'))).body).toBe('first');
  version = '2';
  expect((await read(text('second'))).body).toBe('second');
});

test('A file that was made during a change is not kept', async () => {
  const made = await read(() => {
    version = '2';
    return Promise.resolve('of before');
  });
  expect(made.body).toBe('of before');
  version = '1';
  expect((await read(text('now'))).body).toBe('now');
});

test('A file that changes twice in a second has another time of its last change each time, never an earlier one', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00.900Z'), toFake: ['Date'] });
  const times: (string | undefined)[] = [];
  for (const words of ['a', 'b', 'b', 'a']) {
    version += '1';
    times.push((await read(text(words))).headers['last-modified']);
  }
  const [second, third, fourth] = ['00', '01', '02'].map((seconds) => `Thu, 01 Jan 2026 00:00:${seconds} GMT`);
  expect(times).toEqual([second, third, third, fourth]);
});
