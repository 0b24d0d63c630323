import { limits } from '@guildhall/domain/limits.js';
import { expect, test } from 'vitest';
import { readPages } from '../../support/site/pages.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();

async function fill(): Promise<void> {
  const { admin, member } = site;
  const section_id = await site.createSection();
  for (let n = 0; n < 2; n++) {
    const name = site.createName();
    await site.perform('POST', '/forums/subsections', { section_id, name }, { as: admin });
    const { id: role_id } = await site.perform('POST', '/admin/roles', { name }, { as: admin });
    const flags = { can_view: 1, can_post: 1, can_reply: 1, can_delete_post: 0, can_emoji_react: 1 };
    await site.perform('POST', '/forums/permissions', { section_id, role_id, ...flags }, { as: admin });
    await site.perform('POST', '/forums/themes', { name, css: '--color-bg: #123456;', publish: 0 }, { as: admin });
    const ignoredMember = await site.createMember(site.createName());
    for (const list of ['ignore', 'mute'])
      await site.perform('POST', `/profile/${ignoredMember.name}/${list}`, undefined, { as: member });
    await site.perform('POST', '/admin/test-mail', { to: `${name}@example.org` }, { as: admin });
  }
}

test('the pages of every list together contain all of its rows', async () => {
  await fill();
  const sections = (await readPages(site, '/forums/sections', site.admin)).flat() as {
    id: number;
    subcategories: object[];
  }[];
  const sectionId = sections.find(({ subcategories }) => subcategories.length > 1)?.id;
  const lists: [string, SiteMember][] = [
    ['/forums/sections', site.admin],
    [`/forums/subsections/${sectionId}`, site.admin],
    ['/forums/permissions', site.admin],
    ['/forums/themes', site.admin],
    ['/admin/roles', site.admin],
    ['/ignored', site.member],
    ['/muted', site.member],
    ['/forums/read/places', site.member],
  ];
  for (const [path, as] of lists) {
    const wholeList = await readPages(site, path, as);
    expect([path, wholeList.length]).toEqual([path, 1]);
    const rowByRow = await readPages(site, `${path}?limit=1`, as);
    expect([path, rowByRow.length > 1, rowByRow.every((rows) => rows.length === 1)]).toEqual([path, true, true]);
    expect([path, rowByRow.flat()]).toEqual([path, wholeList.flat()]);
  }
});

test('ends a page of an in-memory list at about a megabyte', async () => {
  const css = Array.from({ length: 190 }, (_, n) => `--color-${'x'.repeat(38)}${n}: #1234${(n % 90) + 10};`).join('\n');
  for (let n = 0; n < 95; n++) {
    await site.perform('POST', '/forums/themes', { name: site.createName(), css, publish: 0 }, { as: site.admin });
  }
  const pages = await readPages(site, '/forums/themes', site.admin);
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(1.05 * limits.listBytes);
});
