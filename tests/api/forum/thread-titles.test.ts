import type { ThreadTitle } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { expect, test } from 'vitest';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();

const titlesOf = async (ids: number[], as?: SiteMember) => {
  const rows = await site.get<ThreadTitle[]>(`/forums/thread-titles?threads=${ids.join(',')}`, as);
  return rows.map(({ title }) => title).sort();
};

test('returns the titles of threads that the caller can see, and no others', async () => {
  const section = await site.newSection();
  const open = await site.newThread(site.member, { title: 'The harbour' });
  const secret = await site.newThread(site.member, { title: 'The vault', section_id: section });
  const moved = await site.newThread(site.member, { title: 'The mine' });
  const deleted = await site.newThread(site.member, { title: 'The ruin' });
  const ids = [open, secret, moved, deleted, 999_999_999];
  expect(await titlesOf(ids)).toEqual(['The harbour', 'The mine', 'The ruin', 'The vault']);

  await site.done('DELETE', `/forums/threads/${deleted}`, {}, { as: site.admin });
  await site.hide(section);
  await site.done('POST', `/forums/threads/${moved}/move`, { section_id: section }, { as: site.admin });
  for (const as of [undefined, site.member]) expect(await titlesOf(ids, as)).toEqual(['The harbour']);
  expect(await titlesOf(ids, site.admin)).toEqual(['The harbour', 'The mine', 'The vault']);
});

test('rejects invalid thread ids, and more ids than a page may link', async () => {
  const ask = async (threads: string) => (await site.send('GET', `/forums/thread-titles?threads=${threads}`)).status;
  const many = Array.from({ length: 51 }, (_, n) => n + 1);
  expect(await ask(many.slice(1).join(','))).toBe(200);
  for (const wrong of [many.join(','), '', '0', '1,,2', 'a']) expect(await ask(wrong), wrong).toBe(400);
});
