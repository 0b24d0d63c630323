import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { buildEventAt } from '@guildhall/projections/testing/store-fixture.js';
import { openSqliteGenerations } from '@guildhall/projections/stores/sqlite/generations.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { viewSchema } from '@guildhall/projections/views/all-views.js';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Services } from '../services.js';
import { PublicLinks } from './public-links.js';
import { Sitemap } from './sitemap.js';

const publicUrl = 'https://guild.example.org';
let generations: Awaited<ReturnType<typeof openSqliteGenerations>>;
let store: ViewStore;
let services: { views: { store: ViewStore } };
let sitemap: Sitemap;
let writtenUpTo = 0;

beforeEach(async () => {
  generations = await openSqliteGenerations(createTemporaryFolder(), viewSchema);
  store = await generations.open(1);
  const members = Array.from({ length: 5_001 }, (_, i) => ({ id: 9_000 - i, username: `Member${9_000 - i}` }));
  const policy = { mayView: (_: unknown, { sectionId }: ThreadDocument) => sectionId === 1 };
  services = Object.assign({ views: { store } }, { policy, ranking: { listMembers: () => Promise.resolve(members) } });
  // The sitemap uses no other services.
  sitemap = new Sitemap(services as unknown as Services, new PublicLinks(publicUrl));
  return () => generations.close();
});

const formatPosition = (n: number) => String(n).padStart(20, '0');

async function write(from: number, to: number, more: Partial<ThreadDocument> = {}): Promise<void> {
  const pos = formatPosition(10_000_000 + ++writtenUpTo);
  const writes = Array.from({ length: to - from }, (_, i) => {
    const id = from + i;
    const at = '2026-01-01T00:00:00.000Z';
    const fields = {
      sectionId: 1,
      subsectionId: null,
      deleted: false,
      createdOrder: formatPosition(id),
      lastPostAt: at,
    };
    return { collection: 'threads', id, pos, document: { id, pos, ...fields, ...more }, stored: null };
  });
  await store.apply({ writes, last: buildEventAt(pos), epoch: 1 });
}

const listLinks = (xml: string) =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, link = '']) => link.slice(publicUrl.length));
const listThreadFiles = async () => listLinks(await sitemap.renderIndex()).filter((link) => link.includes('threads'));
const readThreads = async (file: string) => listLinks(await sitemap.renderThreads(/\d{20}/.exec(file)?.[0] ?? ''));

test('lists every thread visible to guests once, in stable sitemap pages of a thousand', async () => {
  await write(1, 2_501);
  const files = await listThreadFiles();
  expect(files).toEqual([0, 1_000, 2_000].map((start) => `/sitemap-threads-${formatPosition(start)}.xml`));
  const pages = await Promise.all(files.map(readThreads));
  expect(pages.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
  expect(new Set(pages.flat()).size).toBe(2_500);

  await write(500, 510, { deleted: true });
  await write(1_500, 1_520, { sectionId: 2 });
  await write(2_501, 3_101);
  expect(await listThreadFiles()).toEqual([...files, `/sitemap-threads-${formatPosition(3_000)}.xml`]);
  const threadsAfter = await Promise.all((await listThreadFiles()).map(readThreads));
  expect(threadsAfter.map(({ length }) => length)).toEqual([990, 980, 1_000, 100]);
});

test('the sitemap has no empty page if its last page is exactly full', async () => {
  expect(await listThreadFiles()).toEqual([]);
  await write(1, 1_001);
  expect(await listThreadFiles()).toEqual([`/sitemap-threads-${formatPosition(0)}.xml`]);
});

test("the sitemap uses the last post's time as the thread’s last modification", async () => {
  await write(1, 2, { createdAt: '2026-01-01T00:00:00.000Z', lastPostAt: '2026-02-03T00:00:00.000Z' });
  expect(await sitemap.renderThreads(formatPosition(0))).toContain('<lastmod>2026-02-03T00:00:00.000Z</lastmod>');
});

test('recalculates the sitemap pages after the views are rebuilt', async () => {
  await write(1, 2_001);
  await sitemap.renderIndex();
  store = await generations.open(2);
  services.views.store = store;
  await write(5_001, 6_001);
  expect(await listThreadFiles()).toEqual([`/sitemap-threads-${formatPosition(0)}.xml`]);
});

test('the sitemap index reads only the last page once it knows where the others start', async () => {
  await write(1, 3_501);
  await sitemap.renderIndex();
  const find = vi.spyOn(store, 'find');
  await sitemap.renderIndex();
  await sitemap.renderIndex();
  expect(find).toHaveBeenCalledTimes(2);
});

test('the sitemap lists each profile once, in pages of five thousand', async () => {
  const files = listLinks(await sitemap.renderIndex()).filter((link) => link.includes('members'));
  expect(files).toEqual(['/sitemap-members-1.xml', '/sitemap-members-2.xml']);
  const pages = await Promise.all([1, 2].map(async (page) => listLinks((await sitemap.renderMembers(page)) ?? '')));
  expect(pages.map(({ length }) => length)).toEqual([5_000, 1]);
  expect(new Set(pages.flat()).size).toBe(5_001);
  expect(await sitemap.renderMembers(3)).toBeNull();
});
