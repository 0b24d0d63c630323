import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { Profile } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { describe, expect, test } from 'vitest';
import { readAccountArchive } from '../../support/site/account-archive.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();

const password = 'correct horse battery';
const rename = async (member: SiteMember, username: string) => {
  await site.givePassword(member, password);
  await site.perform('PUT', '/account/username', { username, password }, { as: member });
};
const readProfile = (name: string) => site.send('GET', `/profile/${name}`);
const findId = async (name: string) => ((await readProfile(name)).json as Profile).user.id;
async function redirectTarget(path: string) {
  const { status, headers } = await site.send('GET', path, undefined, { prefix: '', headers: { accept: 'text/html' } });
  return status === 302 ? headers.location : status;
}

describe('former member names', () => {
  test('finds a member by a former name until another member uses it', async () => {
    const [first, second, third] = [site.createName(), site.createName(), site.createName()];
    const anna = await site.createMember(first);
    await rename(anna, second);
    await rename(anna, third);
    expect([await findId(first.toUpperCase()), await findId(second)]).toEqual([anna.id, anna.id]);
    expect(await redirectTarget(`/profile/${first}?show=activity`)).toBe(`/profile/${third}?show=activity`);
    const bram = await site.createMember(site.createName());
    await rename(bram, first);
    expect([await findId(first), await findId(second)]).toEqual([bram.id, anna.id]);
    expect(await redirectTarget(`/profile/${first}`)).toBe(200);
    await rename(bram, site.createName());
    expect(await findId(first)).toBe(bram.id);
    await rename(anna, first);
    expect([await findId(first), await redirectTarget(`/profile/${first}`)]).toEqual([anna.id, 200]);
  });

  test('exports former names, resolves them in mentions, and erases them with the account', async () => {
    const formerName = site.createName();
    const anna = await site.createMember(formerName);
    await rename(anna, site.createName());
    const thread = await site.createThread(site.member, { content: `Ask @${formerName}` });
    const { content } = await site.get<{ content: string }>(`/forums/threads/${thread}`);
    expect(content).toMatch(/^Ask @Thing/);
    expect(content).not.toContain(formerName);
    const archive = await readAccountArchive(site, anna);
    expect(archive.account).toMatchObject({ account: { former_names: [{ username: formerName }] } });
    await site.perform('POST', `/admin/delete/${anna.id}`, { texts: 1 }, { as: site.admin });
    expect([(await readProfile(formerName)).status, await redirectTarget(`/profile/${formerName}`)]).toEqual([
      404, 404,
    ]);
  });
});

describe('former place names', () => {
  const change = (kind: string, id: number, body: object) =>
    site.perform('PUT', `/forums/${kind}/${id}`, body, { as: site.admin });

  test('finds a place, its thread form and its feed by a former name until it is reused', async () => {
    const [old, next] = [site.createName(), site.createName()];
    const id = await site.createSection({ name: old });
    await change('sections', id, { name: next });
    expect(await redirectTarget(`/forums/${old.toLowerCase()}?sort=newest`)).toBe(`/forums/${next}?sort=newest`);
    expect(await redirectTarget(`/forums/${old}/new`)).toBe(`/forums/${next}/new`);
    expect(await redirectTarget(`/forums/${old}/feed.atom`)).toMatch(new RegExp(`/forums/${next}/feed.atom$`));
    const rows = await site.get<SectionRow[]>('/forums/sections');
    expect(rows.find((row) => row.id === id)?.former_names).toEqual([old.toLowerCase()]);
    await site.createSection({ name: old });
    expect([await redirectTarget(`/forums/${old}`), await redirectTarget(`/forums/${old}/feed.atom`)]).toEqual([
      200, 200,
    ]);
  });

  test('finds a subsection below a renamed section, but no hidden place', async () => {
    const [old, next, oldSub, nextSub] = [site.createName(), site.createName(), site.createName(), site.createName()];
    const id = await site.createSection({ name: old });
    const sub = await site.createSubsection(id);
    await change('subsections', sub, { name: oldSub });
    await change('subsections', sub, { name: nextSub });
    await change('sections', id, { name: next });
    expect(await redirectTarget(`/forums/${old}/${oldSub}`)).toBe(`/forums/${next}/${nextSub}`);
    expect(await redirectTarget(`/forums/${next}/${oldSub}/new`)).toBe(`/forums/${next}/${nextSub}/new`);
    expect(await redirectTarget(`/forums/${old}/${oldSub}/feed.atom`)).toMatch(
      new RegExp(`/forums/${next}/${nextSub}/feed.atom$`),
    );
    await site.hide(id);
    expect([await redirectTarget(`/forums/${old}`), await redirectTarget(`/forums/${old}/feed.atom`)]).toEqual([
      404, 404,
    ]);
  });
});
