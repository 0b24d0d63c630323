import { limits } from '@guildhall/domain/limits.js';
import { Refusal, type RefusalCode } from '@guildhall/domain/refusals.js';
import { expect, test } from 'vitest';
import { RateLimitExceeded } from '../request/rate-limits.js';
import type { Operation } from '../http/operation.js';
import { PageReads, type PageRequester } from './page-reads.js';
import { ReadTable } from './read-table.js';

function createReads(results: Record<string, () => unknown>, more: Partial<Operation> = {}): PageReads {
  const calls = Object.entries(results).map(([path, result]) => {
    const run = async () => ({ body: await result(), links: { next: { cursor: '1' } } });
    return { method: 'get', path, run, ...more } as unknown as Operation;
  });
  const guest = { identity: null, actor: { userId: null, keys: new Set() } } as unknown as PageRequester;
  return new PageReads(new ReadTable(calls), guest);
}
const rejectWith = (error: Error) => () => Promise.reject(error);
const renderJson = async (reads: PageReads) => `{${(await reads.renderAll()).fields.join(',')}}`;
const parsePreloaded = async (reads: PageReads) =>
  JSON.parse(await renderJson(reads)) as Record<string, { status: number }>;

test('a page contains its preloaded responses by address, with parameters filled in', async () => {
  const reads = createReads({ '/a/:id': () => ['<b>\u2028'] });
  const { body, more } = await reads.load<string[]>('/a/:id?limit=5&threads=:threads&other=:other', {
    id: 'x/y',
    threads: '1,2',
  });
  expect([body, more]).toEqual([['<b>\u2028'], true]);
  expect(await renderJson(reads)).toMatch(
    /^\{"\/a\/x%2Fy\?limit=5&threads=1,2":\{"status":200,.*"body":\["\\u003cb>\\u2028"\]\}\}$/,
  );
});

test('preloads refusals unless they are temporary', async () => {
  const refusals: RefusalCode[] = ['not-found', 'forbidden', 'unavailable', 'busy'];
  const reads = createReads({
    ...Object.fromEntries(refusals.map((code) => [`/${code}`, rejectWith(new Refusal(code))])),
    '/too-many': rejectWith(new RateLimitExceeded(1)),
    '/broken': rejectWith(new Error('of the code')),
  });
  for (const path of [...refusals, 'too-many', 'broken']) await reads.prefetch(`/${path}`);
  const statuses = Object.entries(await parsePreloaded(reads)).map(([path, { status }]) => [path, status]);
  expect(statuses).toEqual([
    ['/not-found', 404],
    ['/forbidden', 403],
  ]);
});

test('a preloaded call without permission is rejected in the same way as over HTTP', async () => {
  const reads = createReads({ '/own': () => 'secret' }, { login: 'must-be-logged-in' });
  await expect(reads.load('/own')).rejects.toMatchObject({ code: 'must-be-logged-in' });
  expect(await renderJson(reads)).not.toContain('secret');
});

test('leaves large responses to the browser, but preloads smaller ones that follow', async () => {
  const formatText = (bytes: number) => () => 'x'.repeat(bytes);
  const reads = createReads({
    '/half': formatText(limits.listBytes / 2),
    '/more': formatText(limits.listBytes / 2),
    '/few': formatText(100),
  });
  for (const path of ['/half', '/more', '/few']) await reads.load(path);
  expect(Object.keys(await parsePreloaded(reads))).toEqual(['/half', '/few']);
});

test('omits responses that the browser loads itself, even if they were used for rendering', async () => {
  const reads = createReads({ '/a/:id': () => 'of nobody', '/b': () => 'of all' });
  for (const path of ['/a/:id?limit=5', '/b']) await reads.load(path, { id: '7' });
  reads.leave('/a/:id?limit=5', { id: '7' });
  expect(Object.keys(await parsePreloaded(reads))).toEqual(['/b']);
  expect(reads.own).toEqual([{ read: '/a/:id?limit=5', params: { id: '7' } }]);
});
