import { beginning } from '@guildhall/event-store/port.js';
import type { Request, Response } from 'express';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ResponseCache } from './response-cache.js';
import { GuestFiles } from './guest-files.js';

let version = 1;
let files: GuestFiles;
let response: { headers: Record<string, string>; body: string };

beforeEach(() => {
  version = 1;
  const responseCache = new ResponseCache({
    views: { store: { generation: 1 } },
    policy: { position: beginning },
    site: { position: beginning },
    directory: {
      get version() {
        return version;
      },
    },
    lastChanges: { isUnchanged: () => true },
  });
  const positions = { begin: () => Promise.resolve({ checkpoint: beginning, knownPosition: beginning, position: '' }) };
  files = new GuestFiles({ responseCache, positions });
});
afterEach(() => void vi.useRealTimers());

async function read(make: () => Promise<string>) {
  response = { headers: {}, body: '' };
  const set = (name: string, value: string) => Object.assign(response.headers, { [name]: value });
  const end = (body: Buffer) => (response.body = String(body));
  const res = { set, setHeader: set, end } as unknown as Response;
  await files.send({ path: '/feed.atom', headers: {} } as Request, res, 'application/xml', make);
  return response;
}
const createReader = (words: string) => () => Promise.resolve(words);

test('renders a guest file again only after a change', async () => {
  expect((await read(createReader('first'))).body).toBe('first');
  expect((await read(createReader('second'))).body).toBe('first');
  version = 2;
  expect((await read(createReader('second'))).body).toBe('second');
});

test('does not cache a guest file rendered during a change', async () => {
  const madeFile = await read(() => {
    version = 2;
    return Promise.resolve('of before');
  });
  expect(madeFile.body).toBe('of before');
  version = 1;
  expect((await read(createReader('now'))).body).toBe('now');
});

test('never repeats a modification time, even if a file changes twice in one second', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00.900Z'), toFake: ['Date'] });
  const times: (string | undefined)[] = [];
  for (const words of ['a', 'b', 'b', 'a']) {
    version++;
    times.push((await read(createReader(words))).headers['last-modified']);
  }
  const [second, third, fourth] = ['00', '01', '02'].map((seconds) => `Thu, 01 Jan 2026 00:00:${seconds} GMT`);
  expect(times).toEqual([second, third, third, fourth]);
});
