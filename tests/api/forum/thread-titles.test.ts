import type { ThreadTitle } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { expect, test } from 'vitest';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();

const readTitles = async (ids: number[], as?: SiteMember) => {
  const rows = await site.get<ThreadTitle[]>(`/forums/thread-titles?threads=${ids.join(',')}`, as);
  return rows.map(({ title }) => title).sort();
};

test('returns the titles of threads that the caller can see, and no others', async () => {
  const section = await site.createSection();
  const open = await site.createThread(site.member, { title: 'The harbour' });
  const secret = await site.createThread(site.member, { title: 'The vault', section_id: section });
  const movedThread = await site.createThread(site.member, { title: 'The mine' });
  const deletedThread = await site.createThread(site.member, { title: 'The ruin' });
  const ids = [open, secret, movedThread, deletedThread, 999_999_999];
  expect(await readTitles(ids)).toEqual(['The harbour', 'The mine', 'The ruin', 'The vault']);

  await site.perform('DELETE', `/forums/threads/${deletedThread}`, {}, { as: site.admin });
  await site.hide(section);
  await site.perform('POST', `/forums/threads/${movedThread}/move`, { section_id: section }, { as: site.admin });
  for (const as of [undefined, site.member]) expect(await readTitles(ids, as)).toEqual(['The harbour']);
  expect(await readTitles(ids, site.admin)).toEqual(['The harbour', 'The mine', 'The vault']);
});

test('rejects invalid thread ids, and more ids than a page can link', async () => {
  const ask = async (threads: string) => (await site.send('GET', `/forums/thread-titles?threads=${threads}`)).status;
  const tooManyIds = Array.from({ length: 51 }, (_, n) => n + 1);
  expect(await ask(tooManyIds.slice(1).join(','))).toBe(200);
  for (const invalidIds of [tooManyIds.join(','), '', '0', '1,,2', 'a'])
    expect(await ask(invalidIds), invalidIds).toBe(400);
});
