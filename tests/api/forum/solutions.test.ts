import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { NotificationsResponse } from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { SearchResponse } from '@guildhall/domain/wire/schemas/forum/search.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { ThreadActionRow, ThreadRow, ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testSite, type SiteMember } from '../../support/site/site.js';

const site = testSite();
const fields = { name: 'help', display_name: 'Help', questions: 1 };
let section_id: number;
let thread: number;
let reply: number;
const mark = (post_id: number | null, as: SiteMember = site.member, id = thread) =>
  site.send('PUT', `/forums/threads/${id}/solution`, { post_id }, { as });
const readSolution = async () => (await site.get<ThreadRow>(`/forums/threads/${thread}`)).solution_id;

beforeAll(async () => {
  section_id = await site.createSection(fields);
});
beforeEach(async () => {
  thread = await site.createThread(site.member, { section_id });
  reply = await site.createReply(thread, site.other);
});

describe('thread solutions', () => {
  test('shows the solution marked by the author in the thread, its lists and its history', async () => {
    expect((await mark(reply)).status).toBe(200);
    expect(await readSolution()).toBe(reply);
    const [firstThread] = await site.get<ThreadSummary[]>(`/forums/threads?section_id=${section_id}`);
    expect(firstThread).toMatchObject({ id: thread, solution_id: reply });
    const [action] = await site.get<ThreadActionRow[]>(`/forums/threads/${thread}/acts`);
    expect(action).toMatchObject({ kind: 'solved', by: site.member.name });
    expect((await mark(null)).status).toBe(200);
    expect(await readSolution()).toBeNull();
  });

  test('shows no solution while its reply is deleted', async () => {
    await mark(reply);
    await site.perform('DELETE', `/forums/posts/${reply}`, undefined, { as: site.other });
    expect(await readSolution()).toBeNull();
    await site.perform('POST', `/forums/posts/${reply}/restore`, undefined, { as: site.admin });
    expect(await readSolution()).toBe(reply);
  });

  test("notifies the reply's author, until the mark is removed or moves to another reply", async () => {
    const buildNotifications = async (as = site.other) => {
      const { unread, notices } = await site.get<NotificationsResponse>('/notifications', as);
      const solutions = notices.filter(({ kind, thread: of }) => kind === 'solution' && of?.id === thread);
      return { unread, solutions: solutions.map(({ username, subject, read }) => [username, subject.id, read]) };
    };
    const notificationsBefore = await buildNotifications();
    await mark(reply);
    const marked = { unread: notificationsBefore.unread + 1, solutions: [[site.member.name, reply, false]] };
    expect(await buildNotifications()).toEqual(marked);
    await mark(null);
    expect(await buildNotifications()).toEqual(notificationsBefore);
    await mark(reply);
    expect(await buildNotifications()).toEqual(marked);
    await site.perform('PUT', '/notifications/read', { seen: [{ kind: 'post', id: reply }] }, { as: site.other });
    expect(await buildNotifications()).toEqual({
      unread: notificationsBefore.unread,
      solutions: [[site.member.name, reply, true]],
    });
    const own = await site.createReply(thread, site.member);
    await mark(own);
    expect((await buildNotifications()).solutions).toEqual([]);
    expect((await buildNotifications(site.member)).solutions).toEqual([]);
    await mark(reply, site.admin);
    expect((await buildNotifications()).solutions).toEqual([[site.admin.name, reply, false]]);
    await site.perform('PUT', '/notifications/choices', { solution: false }, { as: site.other });
    expect((await buildNotifications()).solutions).toEqual([]);
    await site.perform('PUT', '/notifications/choices', { solution: true }, { as: site.other });
  });

  test('rejects a solution that is not a visible reply in the thread', async () => {
    const replyElsewhere = await site.createReply(await site.createThread());
    await site.perform('DELETE', `/forums/posts/${reply}`, undefined, { as: site.other });
    for (const id of [replyElsewhere, reply, thread, 4711]) {
      const response = await mark(id);
      expect([response.status, response.json]).toMatchObject([400, { code: 'solution-reply', field: 'post_id' }]);
    }
    expect(await readSolution()).toBeNull();
  });

  test('rejects a solution from other members and outside question sections', async () => {
    expect((await mark(reply, site.other)).status).toBe(403);
    const plain = await site.createThread();
    const response = await mark(await site.createReply(plain), site.member, plain);
    expect([response.status, response.json]).toMatchObject([409, { code: 'no-questions' }]);
  });

  test('audits a solution marked by staff with its reason, and can undo it', async () => {
    const body = { post_id: reply, reason: 'It works' };
    await site.perform('PUT', `/forums/threads/${thread}/solution`, body, { as: site.admin });
    const [entry] = await site.get<AuditRow[]>('/admin/audit?area=threads&limit=1', site.admin);
    expect(entry).toMatchObject({
      kind: 'ThreadSolutionSet',
      reason: 'It works',
      before: { solution_id: null },
      after: { solution_id: reply },
      undoable: true,
    });
    await site.perform('POST', `/admin/audit/${entry?.id}/undo`, {}, { as: site.admin });
    expect(await readSolution()).toBeNull();
  });

  test('"is:solved" finds a thread and its replies while the thread has a visible solution', async () => {
    const search = async (q: string): Promise<number[]> => {
      const after = `${site.services.historyId}.${await site.readHead()}`;
      const path = `/search?q=${encodeURIComponent(q)}&section_id=${section_id}&sort=newest&after=${after}`;
      const { results, complete } = await site.get<SearchResponse>(path);
      expect(complete).toBe(true);
      const hits = results.filter(({ thread_id }) => thread_id === thread);
      expect(hits.filter(({ solved = false }) => solved !== (q === 'is:solved'))).toEqual([]);
      return hits.map(({ id }) => id);
    };
    const solvedResults = [[reply, thread], []];
    const unsolvedResults = solvedResults.toReversed();
    const searchBoth = async () => [await search('is:solved'), await search('-is:solved')];
    const undoLatest = async () => {
      const [entry] = await site.get<AuditRow[]>('/admin/audit?area=threads&limit=1', site.admin);
      await site.perform('POST', `/admin/audit/${entry?.id}/undo`, {}, { as: site.admin });
    };
    expect(await searchBoth()).toEqual(unsolvedResults);
    await mark(reply, site.admin);
    expect(await searchBoth()).toEqual(solvedResults);
    await undoLatest();
    expect(await searchBoth()).toEqual(unsolvedResults);
    await mark(reply);
    expect(await searchBoth()).toEqual(solvedResults);
    await site.perform('DELETE', `/forums/posts/${reply}`, undefined, { as: site.other });
    expect(await searchBoth()).toEqual([[], [thread]]);
    await site.perform('POST', `/forums/posts/${reply}/restore`, undefined, { as: site.admin });
    expect(await searchBoth()).toEqual(solvedResults);
    await mark(null);
    expect(await searchBoth()).toEqual(unsolvedResults);
  });

  test('a section remains a question section until an Admin changes it', async () => {
    const listQuestions = async () =>
      (await site.get<SectionRow[]>('/forums/sections')).find(({ id }) => id === section_id)?.questions;
    const change = (body: object) => site.perform('PUT', `/forums/sections/${section_id}`, body, { as: site.admin });
    expect(await listQuestions()).toBe(true);
    await change({ ...fields, questions: 0 });
    expect(await listQuestions()).toBeUndefined();
    expect((await mark(reply)).status).toBe(409);
    await change(fields);
    expect((await mark(reply)).status).toBe(200);
  });
});
