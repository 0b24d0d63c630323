import { setTimeout as sleep } from 'node:timers/promises';
import { totalHeader } from '@guildhall/domain/wire/headers.js';
import type { AuditRow, BanRow, UndoResult } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { Profile } from '@guildhall/domain/wire/schemas/members/profiles.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { describe, expect, test } from 'vitest';
import { readPages } from '../../support/site/pages.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();

const readAudit = (query = '') => site.get<AuditRow[]>(`/admin/audit${query}`, site.admin);
const createPerson = () => site.createMember(site.createName());
const ban = (id: number, body: object = {}) => site.perform('POST', `/admin/ban/${id}`, body, { as: site.admin });

async function readShown(thread: number, wallPost: number) {
  const { json: row } = await site.send('GET', `/forums/threads/${thread}`);
  const { json: replies } = await site.send('GET', `/forums/posts/${thread}`);
  const { locked = null, subsection_id = null } = row as Partial<ThreadRow>;
  return {
    locked,
    subsection_id,
    replies: Array.isArray(replies) ? (replies as PostRow[]).map(({ content }) => content) : 'no thread',
    onWall: (await site.get<Profile>('/profile/Robin')).posts.some(({ id }) => id === wallPost),
  };
}

describe('audit log', () => {
  test('records every staff action with actor, reason, before and after', async () => {
    const { id, name } = await createPerson();
    await ban(id, { reason: '=SUM(1) griefing', until: '2100-01-01T00:00:00.000Z' });
    const [entry] = await readAudit(`?target=${name}`);
    expect(entry).toMatchObject({
      kind: 'MemberBanned',
      area: 'staff',
      actor: { id: site.admin.id, username: 'Alex' },
      subject: { kind: 'member', id, name },
      person: { id, username: name },
      before: { banned: false, reason: null, until: null },
      after: { banned: true, reason: '=SUM(1) griefing', until: '2100-01-01T00:00:00.000Z' },
      undoable: true,
      undone_by: null,
    });
    const file = await site.send('GET', `/admin/audit.csv?target=${name}`, undefined, { as: site.admin });
    expect(file.text.split('\n')[0]).toMatch(/^\uFEFFat_utc,kind,actor,subject,person,reason,/);
    expect(file.text).not.toMatch(/(^|,)=SUM/m);
  });

  test('records actions on others, but not those of members on their own content', async () => {
    const thread = await site.createThread();
    const reply = await site.createReply(thread);
    const ownReply = await site.createReply(thread);
    await site.perform('DELETE', `/forums/posts/${ownReply}`, undefined, { as: site.member });
    await site.perform('PUT', `/forums/posts/${reply}`, { content: 'Better' }, { as: site.admin });
    await site.perform('DELETE', `/forums/posts/${reply}`, undefined, { as: site.admin });
    const entries = (await readAudit('?area=replies')).filter(({ subject }) => [reply, ownReply].includes(subject.id));
    expect(entries.map(({ kind, before, after }) => ({ kind, before, after }))).toEqual([
      { kind: 'ReplyDeleted', before: { deleted: false }, after: { deleted: true } },
      { kind: 'ReplyEdited', before: { content: 'A reply' }, after: { content: 'Better' } },
    ]);
    expect(entries[0]?.subject.name).toBe('A title');
  });

  test('filters the audit log by kind, actor, target and time, and paginates it', async () => {
    const moderator = await createPerson();
    await site.perform('POST', `/admin/role/${moderator.id}`, { role: 1 }, { as: site.admin });
    const from = new Date().toISOString();
    const bannedMembers = [await createPerson(), await createPerson(), await createPerson()];
    for (const { id } of bannedMembers) await site.perform('POST', `/admin/ban/${id}`, {}, { as: moderator });
    await sleep(2);
    const to = new Date().toISOString();
    await sleep(2);
    await site.perform('POST', `/admin/unban/${bannedMembers[0]?.id}`, {}, { as: moderator });
    const span = `actor=${moderator.name}&from=${from}&to=${to}`;
    expect(await readAudit(`?${span}`)).toHaveLength(3);
    expect(await readAudit(`?${span}&kind=MemberUnbanned`)).toEqual([]);
    expect(await readAudit(`?actor=${moderator.id}`)).toHaveLength(4);
    expect(await readAudit(`?target=member:${bannedMembers[0]?.id}`)).toHaveLength(2);
    expect(await readAudit('?actor=NobodyAtAll')).toEqual([]);

    for (const limit of [1, 2, 3]) {
      const pages = await readPages<AuditRow>(site, `/admin/audit?${span}&limit=${limit}`, site.admin);
      expect(pages[0]).toHaveLength(limit);
      expect(pages.flat().map(({ subject }) => subject.id)).toEqual(bannedMembers.map(({ id }) => id).reverse());
    }
  });

  test('records the reason for a change, and each response contains the action to undo', async () => {
    const thread = await site.createThread();
    const reply = await site.createReply(thread);
    const wallPost = (await site.perform('POST', '/profile/Robin/posts', { content: 'Hi' }, { as: site.member })).id;
    const place = { section_id: site.section, subsection_id: await site.createSubsection() };
    const lockedThread = { title: 'A title', content: 'What it says', locked: 1 };
    const calls: [string, string, object, string][] = [
      ['PUT', `/forums/threads/${thread}`, lockedThread, 'ThreadLocked'],
      ['POST', `/forums/threads/${thread}/move`, place, 'ThreadMoved'],
      ['PUT', `/forums/posts/${reply}`, { content: 'Better' }, 'ReplyEdited'],
      ['DELETE', `/forums/posts/${reply}`, {}, 'ReplyDeleted'],
      ['POST', `/forums/posts/${reply}/restore`, {}, 'ReplyRestored'],
      ['DELETE', `/forums/threads/${thread}`, {}, 'ThreadDeleted'],
      ['POST', `/forums/threads/${thread}/restore`, {}, 'ThreadRestored'],
      ['DELETE', `/profile/posts/${wallPost}`, {}, 'WallPostDeleted'],
      ['POST', `/profile/posts/${wallPost}/restore`, {}, 'WallPostRestored'],
    ];
    const readTexts = () => readShown(thread, wallPost);
    for (const [method, path, body, kind] of calls) {
      const reason = `Because of ${kind}`;
      const textsBefore = await readTexts();
      const { acts: eventIds } = await site.perform<{ acts: string[] }>(
        method,
        path,
        { ...body, reason },
        { as: site.admin },
      );
      const after = await readTexts();
      expect(after, kind).not.toEqual(textsBefore);
      expect(eventIds, kind).toHaveLength(1);
      const [entry] = await readAudit(`?kind=${kind}`);
      expect(entry).toMatchObject({ id: eventIds[0], kind, reason, undoable: kind !== 'ReplyEdited' });
      if (!entry?.undoable) continue;
      const undo = (id = '') =>
        site.perform<{ acts: string[] }>('POST', `/admin/audit/${id}/undo`, {}, { as: site.admin });
      const undoResponse = await undo(eventIds[0]);
      expect(await readTexts(), `${kind} undone`).toEqual(textsBefore);
      await undo(undoResponse.acts[0]);
      expect(await readTexts(), `${kind} done again`).toEqual(after);
    }
  });

  test("records a report's previous status and the reason for its change", async () => {
    const { id } = await site.perform('POST', '/reports', { kind: 'bug', text: 'Lag' }, { as: site.member });
    const work: [string, object][] = [
      ['take', { reason: 'I know this one' }],
      ['note', { note: 'Seen' }],
      ['resolve', { answer: 'Mended' }],
      ['reopen', {}],
    ];
    for (const [verb, body] of work) {
      await site.perform('POST', `/admin/reports/${id}/${verb}`, body, { as: site.admin });
    }
    const entries = (await readAudit(`?target=report:${id}`)).reverse();
    expect(entries.map(({ before, after, reason }) => [before, after, reason])).toEqual([
      [{ status: 'open' }, { status: 'taken' }, 'I know this one'],
      [null, { note: 'Seen' }, null],
      [{ status: 'taken' }, { status: 'resolved', answer: 'Mended' }, null],
      [{ status: 'resolved' }, { status: 'open' }, null],
    ]);
  });

  test("paginates a member's bans and roles, without actions on their posts", async () => {
    const person = await site.createMember(site.createName());
    const { id } = person;
    const thread = await site.createThread(person);
    await ban(id);
    await site.perform('POST', `/admin/unban/${id}`, { reason: 'Sorry' }, { as: site.admin });
    await site.perform('DELETE', `/forums/threads/${thread}`, {}, { as: site.admin });
    const path = `/admin/users/${id}/history`;
    const entries = await site.get<AuditRow[]>(path, site.admin);
    expect(entries.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['MemberUnbanned', 'Sorry'],
      ['MemberBanned', null],
    ]);
    expect(await readPages(site, `${path}?limit=1`, site.admin)).toEqual(entries.map((entry) => [entry]));
  });

  test('paginates banned members by name, ignoring case', async () => {
    const names = ['zzzAnvil', 'zzzbench', 'zzzChest'].map((name) => `${name}${site.createName().slice(-5)}`);
    for (const name of [names[2], names[0], names[1]]) {
      const { id } = await site.createMember(name ?? '');
      await ban(id, { reason: `For ${name}` });
    }
    const total = site.services.policy.staff.bans.size;
    const { headers } = await site.send('GET', '/admin/bans?limit=2', undefined, { as: site.admin });
    expect(headers[totalHeader]).toBe(String(total));
    for (const limit of [2, total]) {
      const pages = await readPages<BanRow>(site, `/admin/bans?limit=${limit}`, site.admin);
      expect(pages).toHaveLength(Math.ceil(total / limit));
      const ownEntries = pages.flat().filter(({ username }) => username.startsWith('zzz'));
      expect(ownEntries.map(({ username, reason }) => [username, reason])).toEqual(
        names.map((name) => [name, `For ${name}`]),
      );
    }
  });

  test("erases an action's reason with the member, but retains the action", async () => {
    const { id } = await createPerson();
    await ban(id, { reason: 'A secret of his' });
    await site.perform('POST', `/admin/delete/${id}`, { texts: 1 }, { as: site.admin });
    const entries = await readAudit(`?target=member:${id}`);
    expect(JSON.stringify(entries)).not.toContain('A secret of his');
    expect(entries.map(({ kind, undoable }) => [kind, undoable])).toEqual([
      ['MemberLeft', false],
      ['MemberBanned', true],
    ]);
  });
});

describe('undoing actions', () => {
  const lockThread = async (as: SiteMember = site.admin) => {
    const thread = await site.createThread();
    await site.changeThread(thread, { locked: 1 }, as);
    const [entry] = await readAudit(`?target=thread:${thread}`);
    return { thread, act: entry?.id ?? '' };
  };
  const isLocked = async (thread: number) => (await site.get<{ locked: boolean }>(`/forums/threads/${thread}`)).locked;

  test('an undo is recorded in the audit and can be redone', async () => {
    const { thread, act: entry } = await lockThread();
    const undoResponse = await site.perform<{ acts: string[] }>(
      'POST',
      `/admin/audit/${entry}/undo`,
      {},
      { as: site.admin },
    );
    expect(await isLocked(thread)).toBe(false);
    await site.perform('POST', `/admin/audit/${undoResponse.acts[0]}/undo`, {}, { as: site.admin });
    expect(await isLocked(thread)).toBe(true);
    const entries = await readAudit(`?target=thread:${thread}`);
    expect(entries.map(({ undoes, undone_by }) => [undoes, undone_by])).toEqual([
      [undoResponse.acts[0], null],
      [entry, entries[0]?.id],
      [null, null],
    ]);
    const file = await site.send('GET', `/admin/audit.csv?target=thread:${thread}`, undefined, { as: site.admin });
    const rows = file.text.trim().split('\r\n');
    expect(rows[0]?.split(',').slice(-3)).toEqual(['undoes', 'undone_by', 'id']);
    expect(rows.slice(1).map((row) => row.split(',').slice(-3))).toEqual(
      entries.map(({ id, undoes, undone_by }) => [undoes ?? '', undone_by ?? '', id]),
    );
    const lateUndo = await site.send('POST', `/admin/audit/${undoResponse.acts[0]}/undo`, {}, { as: site.admin });
    expect([lateUndo.status, lateUndo.json]).toMatchObject([
      412,
      { code: 'changed-since', field: `lock of thread ${thread}` },
    ]);
  });

  test('undoes an action only once, even if the request is retried with the same key', async () => {
    const { thread, act: entry } = await lockThread();
    const send = () => site.send('POST', `/admin/audit/${entry}/undo`, {}, { as: site.admin, key: `undo-${entry}` });
    const responses = await Promise.all([send(), send(), send()]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await readAudit(`?target=thread:${thread}`)).toHaveLength(2);
  });

  test("undoes a member's actions in a time range, newest first, and returns each result", async () => {
    const moderator = await createPerson();
    await site.perform('POST', `/admin/role/${moderator.id}`, { role: 1 }, { as: site.admin });
    const from = new Date().toISOString();
    const { thread } = await lockThread(moderator);
    const [first, second] = [await createPerson(), await createPerson()];
    await site.perform('POST', `/admin/ban/${first.id}`, {}, { as: moderator });
    await site.perform('POST', `/admin/ban/${second.id}`, {}, { as: moderator });
    // The Admin's ban supersedes the moderator's.
    await site.perform('POST', `/admin/ban/${second.id}`, { reason: 'Mine' }, { as: site.admin });
    const body = { actor_id: moderator.id, from, to: '2100-01-01T00:00:00Z', reason: 'He was hacked' };
    const refusal = await site.send('POST', '/admin/audit/undo', body, { as: site.member });
    expect(refusal.status).toBe(404);
    const { results } = await site.perform<{ results: UndoResult[] }>('POST', '/admin/audit/undo', body, {
      as: site.admin,
    });
    expect(results.map(({ kind, success, field }) => [kind, success, field])).toEqual([
      ['MemberBanned', false, `ban of member ${second.id}`],
      ['MemberBanned', true, undefined],
      ['ThreadLocked', true, undefined],
    ]);
    expect(await isLocked(thread)).toBe(false);
    expect(site.services.policy.findBan(first.id)).toBeNull();
    expect(site.services.policy.findBan(second.id)).not.toBeNull();
    const secondUndo = await site.perform<{ results: UndoResult[] }>('POST', '/admin/audit/undo', body, {
      as: site.admin,
    });
    expect(secondUndo.results.map(({ success }) => success)).toEqual([false]);
  });

  test("one call's entries share a batch that can be undone on its own", async () => {
    const people = [await createPerson(), await createPerson(), await createPerson()];
    const [first, second, third] = people.map(({ id }) => id) as [number, number, number];
    const from = new Date().toISOString();
    await site.perform('POST', '/admin/users/bulk', { action: 'ban', ids: [first, second] }, { as: site.admin });
    await ban(third);
    const entries = await readAudit(`?from=${from}`);
    const [single, ...parts] = entries.map(({ batch }) => batch);
    expect(new Set(parts).size).toBe(1);
    expect(single).not.toBe(parts[0]);
    expect((await readAudit(`?batch=${parts[0]}`)).map(({ person }) => person?.id).sort()).toEqual(
      [first, second].sort(),
    );
    const body = { actor_id: site.admin.id, from, to: '2100-01-01T00:00:00Z', batch: parts[0] };
    const { results } = await site.perform<{ results: UndoResult[] }>('POST', '/admin/audit/undo', body, {
      as: site.admin,
    });
    expect(results.map(({ success }) => success)).toEqual([true, true]);
    expect([first, second, third].map((id) => site.services.policy.findBan(id) !== null)).toEqual([false, false, true]);
  });
});

test('only Admins can view lists and rows at a past time', async () => {
  const { id, name } = await createPerson();
  const section = await site.createSection();
  const role = (await site.perform('POST', '/admin/roles', { name: site.createName() }, { as: site.admin })).id;
  const timeBefore = new Date().toISOString();
  await sleep(5);
  await site.perform('POST', `/admin/role/${id}`, { role }, { as: site.admin });
  await site.perform('POST', `/admin/roles/${role}/permissions`, { permission: 'lock_topics' }, { as: site.admin });
  await ban(id, { reason: 'Griefing' });
  await site.perform('PUT', `/forums/sections/${section}`, { name: `${name} renamed` }, { as: site.admin });
  await site.hide(section);
  await site.perform(
    'POST',
    '/forums/themes',
    { name: `${name} theme`, css: '--color-bg: #123456;' },
    { as: site.admin },
  );
  await site.perform('PUT', '/admin/settings', { name: `Site of ${name}` }, { as: site.admin });
  const paths = [
    `/admin/users/${id}`,
    '/admin/bans',
    `/admin/roles/${role}/holders`,
    '/admin/roles',
    '/forums/sections',
    `/forums/permissions?section_id=${section}`,
    '/forums/themes',
    '/admin/settings',
  ];
  for (const path of paths) {
    const buildPathAt = (at: string) => `${path}${path.includes('?') ? '&' : '?'}at=${at}`;
    const [then, now] = [
      await site.get<object>(buildPathAt(timeBefore), site.admin),
      await site.get<object>(path, site.admin),
    ];
    const description = `${JSON.stringify(then)} and then ${JSON.stringify(now)}`;
    expect(JSON.stringify(then) === JSON.stringify(now), `${path}: ${description}`).toBe(false);
    const newNames = [`${name} renamed`, `${name} theme`, `Site of ${name}`, 'Griefing'];
    for (const word of newNames) expect(JSON.stringify(then), path).not.toContain(word);
    expect(await site.get<object>(buildPathAt('2099-01-01T00:00:00Z'), site.admin), path).toEqual(now);
    expect((await site.send('GET', buildPathAt(timeBefore), undefined, { as: site.member })).status, path).toBe(404);
  }
});
