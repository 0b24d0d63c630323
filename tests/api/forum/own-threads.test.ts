import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { beforeEach, expect, test } from 'vitest';
import { readPages } from '../../support/site/pages.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
let anna: SiteMember;
let bram: SiteMember;

beforeEach(async () => {
  anna = await site.createMember(site.createName());
  bram = await site.createMember(site.createName());
});

const formatAddress = (list: string) => `/forums/recent/own?list=${list}`;
const listIds = async (list: string, as = anna) =>
  (await site.get<ThreadSummary[]>(formatAddress(list), as)).map(({ id }) => id);
const watch = (id: number, level: string, kind = 'thread') =>
  site.perform('PUT', '/forums/watches', { kind, id, level }, { as: anna });
const read = (thread: number) => site.perform('PUT', `/forums/threads/${thread}/read`, {}, { as: anna });

test('lists unread threads by latest reply until they are read and omits muted ones', async () => {
  const [first, second, mutedThread] = [
    await site.createThread(bram),
    await site.createThread(bram),
    await site.createThread(bram),
  ];
  await watch(mutedThread, 'muted');
  expect(await listIds('unread')).toEqual([second, first]);
  await site.createReply(first, bram);
  expect(await listIds('unread')).toEqual([first, second]);
  await read(second);
  expect(await listIds('unread')).toEqual([first]);
});

test('omits unread threads in muted places, except watched ones', async () => {
  const section_id = await site.createSection();
  const [watchedThread, _muted] = [
    await site.createThread(bram, { section_id }),
    await site.createThread(bram, { section_id }),
  ];
  const other = await site.createThread(bram);
  await watch(section_id, 'muted', 'section');
  expect(await listIds('unread')).toEqual([other]);
  await watch(watchedThread, 'watching');
  expect(await listIds('unread')).toEqual([other, watchedThread]);
});

test('lists threads and places that a member watches, and threads they wrote in', async () => {
  const section_id = await site.createSection();
  const repliedThread = await site.createThread(bram);
  await site.createReply(repliedThread, anna);
  const [watchedThread, inPlace, mutedInPlace, normalInPlace] = [
    await site.createThread(bram),
    await site.createThread(bram, { section_id }),
    await site.createThread(bram, { section_id }),
    await site.createThread(bram, { section_id }),
  ];
  await site.createThread(bram);
  await watch(watchedThread, 'watching');
  await watch(section_id, 'watching', 'section');
  await watch(mutedInPlace, 'muted');
  await watch(normalInPlace, 'normal');
  expect(await listIds('watched')).toEqual([inPlace, watchedThread, repliedThread]);
  expect(await listIds('watched', await site.createMember(site.createName()))).toEqual([]);
});

test('lists the threads that a member started by latest reply, and omits deleted ones', async () => {
  const [first, second, deleted] = [
    await site.createThread(anna),
    await site.createThread(anna),
    await site.createThread(anna),
  ];
  await site.perform('DELETE', `/forums/threads/${deleted}`, undefined, { as: site.admin });
  await site.createReply(await site.createThread(bram), anna);
  expect(await listIds('mine')).toEqual([second, first]);
  await site.createReply(first, bram);
  expect(await listIds('mine')).toEqual([first, second]);
});

test.each(['unread', 'watched', 'mine'])('lists each %s thread exactly once across several pages', async (list) => {
  const author = list === 'unread' ? bram : anna;
  const ids: number[] = [];
  for (let n = 0; n < 5; n++) ids.push(await site.createThread(author));
  const readOne = list === 'unread' ? ids.splice(2, 1) : [];
  for (const id of readOne) await read(id);
  for (const limit of [1, 2, 5]) {
    const pages = await readPages<ThreadSummary>(site, `${formatAddress(list)}&limit=${limit}`, anna);
    expect(pages.flat().map(({ id }) => id)).toEqual(ids.toReversed());
  }
});

test('paging through own threads skips many threads that are not listed', async () => {
  const unread = await site.createThread(bram);
  for (let n = 0; n < 12; n++) await read(await site.createThread(bram));
  const firstPage = await site.send('GET', `${formatAddress('unread')}&limit=1`, undefined, { as: anna });
  const next = /<\/api([^>]+)>; rel="next"/.exec(String(firstPage.headers.link))?.[1];
  expect(firstPage.json).toEqual([]);
  expect((await site.get<ThreadSummary[]>(next ?? '', anna)).map(({ id }) => id)).toEqual([unread]);
});

test('own thread lists omit hidden places', async () => {
  const section_id = await site.createSection();
  const thread = await site.createThread(anna, { section_id });
  await site.createReply(thread, bram);
  for (const list of ['unread', 'watched', 'mine']) expect(await listIds(list)).toEqual([thread]);
  await site.hide(section_id);
  for (const list of ['unread', 'watched', 'mine']) expect(await listIds(list)).toEqual([]);
});

test('own thread lists require a login and a list name', async () => {
  expect((await site.send('GET', formatAddress('unread'))).status).toBe(401);
  for (const list of ['', 'all'])
    expect((await site.send('GET', formatAddress(list), undefined, { as: anna })).status).toBe(400);
});
