import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { ActivityRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import type { PrefixRow, SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { ThreadActionRow, ThreadRow, ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { readAccountArchive } from '../../support/site/account-archive.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();
let section_id: number;
let bug: PrefixRow;
let idea: PrefixRow;

beforeAll(async () => {
  section_id = await site.createSection();
  await offer([
    { label: 'Bug', color: 'red' },
    { label: 'Idea', color: 'blue' },
  ]);
  const section = (await site.get<SectionRow[]>('/forums/sections')).find(({ id }) => id === section_id);
  [bug, idea] = section?.prefixes as [PrefixRow, PrefixRow];
});

const offer = (prefixes: object[]) =>
  site.perform('PUT', `/forums/sections/${section_id}/prefixes`, { prefixes }, { as: site.admin });
const createThread = (prefix_id: number | null) => site.createThread(site.member, { section_id, prefix_id });
const readRow = (id: number) => site.get<ThreadRow>(`/forums/threads/${id}`);
const editThread = (id: number, body: object, as = site.member) =>
  site.send('PUT', `/forums/threads/${id}`, { title: 'A title', content: 'What it says', ...body }, { as });

describe('thread prefix', () => {
  test('shows the prefix chosen by the author wherever the thread is listed', async () => {
    const thread = await createThread(bug.id);
    expect((await readRow(thread)).prefix).toEqual(bug);
    const listedThreads = await site.get<ThreadSummary[]>(`/forums/threads?section_id=${section_id}`);
    expect(listedThreads.find(({ id }) => id === thread)?.prefix).toEqual(bug);
    const recent = await site.get<ThreadSummary[]>('/forums/recent');
    expect(recent.find(({ id }) => id === thread)?.prefix).toEqual(bug);
    await site.createReply(thread, site.other);
    for (const { name } of [site.member, site.other]) {
      const activity = await site.get<ActivityRow[]>(`/profile/${name}/activity`);
      expect(activity.find(({ thread_id }) => thread_id === thread)?.prefix).toEqual(bug);
    }
    const sections = await site.get<SectionRow[]>('/forums/sections');
    expect(sections.find(({ id }) => id === section_id)?.last_thread).toMatchObject({ id: thread, prefix: bug });
  });

  test("an archive contains the author's thread prefixes", async () => {
    const person = await site.createMember(site.createName());
    await site.createThread(person, { section_id, prefix_id: bug.id });
    await site.createThread(person, { section_id });
    const { account } = await readAccountArchive<{ threads: { prefix: string | null }[] }>(site, person);
    expect(account.threads.map(({ prefix }) => prefix)).toEqual(['Bug', null]);
  });

  test('audits a prefix change by staff and can undo it, but not a change by the author', async () => {
    const thread = await createThread(bug.id);
    await editThread(thread, { title: 'A title', prefix_id: null });
    const readEntries = () =>
      site.get<AuditRow[]>(`/admin/audit?kind=ThreadPrefixSet&target=thread:${thread}`, site.admin);
    expect(await readEntries()).toEqual([]);
    await editThread(thread, { prefix_id: idea.id, reason: 'Not a bug' }, site.admin);
    const [entry] = await readEntries();
    expect(entry).toMatchObject({
      area: 'threads',
      reason: 'Not a bug',
      undoable: true,
      undone_by: null,
      before: { prefix_id: null },
      after: { prefix_id: idea.id },
      person: { username: site.member.name },
    });
    const undo = (act = '') =>
      site.perform<{ acts: string[] }>('POST', `/admin/audit/${act}/undo`, {}, { as: site.admin });
    const undoResponse = await undo(entry?.id);
    expect((await readRow(thread)).prefix).toBeNull();
    await undo(undoResponse.acts[0]);
    expect((await readRow(thread)).prefix).toEqual(idea);
    await editThread(thread, { prefix_id: bug.id });
    const lateUndo = await site.send('POST', `/admin/audit/${entry?.id}/undo`, {}, { as: site.admin });
    expect(lateUndo.status).toBe(412);
    expect((await readRow(thread)).prefix).toEqual(bug);
  });

  test('a thread shows when its prefix was set, changed and removed', async () => {
    const thread = await createThread(null);
    for (const prefix_id of [bug.id, idea.id, null]) await editThread(thread, { prefix_id });
    const formatLines = async () =>
      (await site.get<ThreadActionRow[]>(`/forums/threads/${thread}/acts`)).map(({ kind, by, from, to }) =>
        [kind, by, from, to].join(' '),
      );
    expect(await formatLines()).toEqual([
      'prefix-removed Steve Idea ',
      'prefix-changed Steve Bug Idea',
      'prefix-set Steve  Bug',
    ]);
    await offer([bug]);
    expect(await formatLines()).toEqual([
      'prefix-removed Steve  ',
      'prefix-changed Steve Bug ',
      'prefix-set Steve  Bug',
    ]);
    await offer([bug, idea]);
    await site.perform('POST', `/forums/threads/${thread}/move`, { section_id: site.section }, { as: site.admin });
    expect((await formatLines()).slice(1)).toEqual([
      'prefix-removed Steve  ',
      'prefix-changed Steve  ',
      'prefix-set Steve  ',
    ]);
  });

  test('filters a list by prefix on every page', async () => {
    const [first, pinnedThread, second] = [
      await createThread(idea.id),
      await createThread(idea.id),
      await createThread(idea.id),
    ];
    const path = `/forums/threads?section_id=${section_id}&prefix=${idea.id}&limit=2`;
    const page = await site.send('GET', path);
    const next = /<\/api([^>]+)>/.exec(String(page.headers['link']))?.[1] ?? '';
    expect(next).toContain(`prefix=${idea.id}`);
    const rows = [...(page.json as ThreadSummary[]), ...(await site.get<ThreadSummary[]>(next))];
    expect(rows.map(({ prefix }) => prefix)).toEqual([idea, idea, idea]);
    expect(rows.map(({ id }) => id).sort()).toEqual([first, pinnedThread, second].sort());
    expect(await site.get(`/forums/threads?section_id=${site.section}&prefix=${idea.id}`)).toEqual([]);
  });

  test("a thread's prefix can be changed and removed, and remains if the field is missing", async () => {
    const thread = await createThread(null);
    expect((await readRow(thread)).prefix).toBeNull();
    expect((await editThread(thread, { prefix_id: idea.id })).status).toBe(200);
    expect((await editThread(thread, { title: 'Another title' })).status).toBe(200);
    expect((await readRow(thread)).prefix).toEqual(idea);
    expect((await editThread(thread, { title: 'Another title', prefix_id: bug.id }, site.admin)).status).toBe(200);
    expect((await editThread(thread, { title: 'Another title', prefix_id: null })).status).toBe(200);
    expect((await readRow(thread)).prefix).toBeNull();
  });

  test('rejects a prefix that the section does not offer or from a member who cannot edit', async () => {
    const body = { section_id: site.section, title: 'A title', content: 'What it says', prefix_id: bug.id };
    const refusal = await site.send('POST', '/forums/threads', body, { as: site.member });
    expect([refusal.status, refusal.json]).toMatchObject([400, { code: 'validation', field: 'prefix_id' }]);
    const thread = await createThread(null);
    expect((await editThread(thread, { prefix_id: 123 })).status).toBe(400);
    expect((await editThread(thread, { prefix_id: bug.id }, site.other)).status).toBe(403);
  });

  test("shows a prefix only while the thread's section offers it", async () => {
    const thread = await createThread(bug.id);
    const move = (to: number) =>
      site.perform('POST', `/forums/threads/${thread}/move`, { section_id: to }, { as: site.admin });
    await move(site.section);
    expect((await readRow(thread)).prefix).toBeNull();
    await move(section_id);
    expect((await readRow(thread)).prefix).toEqual(bug);
    await offer([idea]);
    expect((await readRow(thread)).prefix).toBeNull();
    await offer([{ ...bug, label: 'Defect' }, idea]);
    expect((await readRow(thread)).prefix).toEqual({ ...bug, label: 'Defect' });
    await offer([bug, idea]);
  });
});
