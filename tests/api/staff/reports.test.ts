import type {
  OwnReportRow,
  ReportCount,
  ReportDetail,
  ReportRow,
} from '@guildhall/domain/wire/schemas/staff/reports.js';
import { createAppealToken } from '@guildhall/server/accounts/appeal-token.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { createHolder, createRoleWith } from '../../support/site/holders.js';
import { getPassword } from '../../support/site/member.js';
import { logIn, createPersonWithPassword } from '../../support/site/people.js';
import { readPages } from '../../support/site/pages.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
let moderator: SiteMember;
beforeAll(async () => {
  moderator = await createHolder(site, await createRoleWith(site, 'moderate_comments'));
});

const post = (path: string, body?: object, as: SiteMember | undefined = site.member) =>
  site.send('POST', path, body, { as });
const fileReport = async (body: object, as = site.member) => (await site.perform('POST', '/reports', body, { as })).id;
const readDetail = (id: number, as = moderator) => site.get<ReportDetail>(`/admin/reports/${id}`, as);
const queue = (query = '', as = moderator) => site.get<ReportRow[]>(`/admin/reports${query}`, as);
const readOwnReports = (as = site.member) => site.get<OwnReportRow[]>('/reports/mine', as);
const getCode = ({ status, json }: { status: number; json: unknown }) => [status, (json as { code: string }).code];

const noText = { author: null, text: null, html: null, deleted: false, edited: false };
const authorOfRobin = { username: 'Robin', avatar_url: null, role: null };

describe('filing a report', () => {
  test('accepts a report about a player by name or id and links to their profile', async () => {
    const nameReport = await fileReport({ kind: 'player', username: 'ROBIN', text: 'He cheats' });
    const byId = await fileReport({ kind: 'player', subject: { kind: 'member', id: site.other.id }, text: 'He does' });
    for (const id of [nameReport, byId]) {
      expect((await readDetail(id)).subject).toEqual({
        kind: 'member',
        id: site.other.id,
        path: '/profile/Robin',
        title: 'Robin',
        ...noText,
      });
    }
    expect(getCode(await post('/reports', { kind: 'player', username: 'Nobody', text: 'x' }))).toEqual([
      400,
      'player-unknown',
    ]);
    expect(getCode(await post('/reports', { kind: 'player', text: 'x' }))).toEqual([400, 'report-subject']);
  });

  test('a report links to the reported post, which the reporter must be able to see', async () => {
    const thread = await site.createThread(site.other);
    const reply = await site.createReply(thread, site.other);
    const id = await fileReport({ kind: 'post', subject: { kind: 'post', id: reply }, text: 'Rude' });
    expect((await readDetail(id)).subject).toEqual({
      kind: 'post',
      id: reply,
      path: `/forums/thread/${thread}#post-${reply}`,
      title: 'A title',
      text: 'A reply',
      html: '<p>A reply</p>\n',
      deleted: false,
      edited: false,
      author: { ...authorOfRobin, user_id: site.other.id },
    });
    const section = await site.createSection();
    const hiddenThread = await site.createThread(site.admin, { section_id: section });
    const hiddenReply = await site.createReply(hiddenThread, site.admin);
    const visibleReport = await fileReport({
      kind: 'post',
      subject: { kind: 'thread', id: hiddenThread },
      text: 'Odd',
    });
    await site.hide(section);
    const subjects = [
      { kind: 'thread', id: hiddenThread },
      { kind: 'post', id: hiddenReply },
      { kind: 'thread', id: 123456789 },
      { kind: 'post', id: 123456789 },
      { kind: 'wallpost', id: 123456789 },
    ];
    for (const subject of subjects) {
      expect(getCode(await post('/reports', { kind: 'post', subject, text: 'x' }))).toEqual([404, 'not-found']);
    }
    expect(getCode(await post('/reports', { kind: 'post', text: 'x' }))).toEqual([400, 'report-subject']);
    expect((await readDetail(visibleReport, site.admin)).subject).toMatchObject({ title: 'A title' });
  });

  test('filters reports by the reported member or the author of the reported post', async () => {
    const person = await site.createMember(site.createName());
    const thread = await site.createThread(person);
    const reply = await site.createReply(await site.createThread(site.other), person);
    const wall = await site.perform('POST', '/profile/Robin/posts', { content: 'Hi' }, { as: person });
    const subjects = [
      { kind: 'thread', id: thread },
      { kind: 'post', id: reply },
      { kind: 'wallpost', id: wall.id },
    ];
    const ids = [await fileReport({ kind: 'player', subject: { kind: 'member', id: person.id }, text: 'Cheats' })];
    for (const subject of subjects) ids.push(await fileReport({ kind: 'post', subject, text: 'Rude' }));
    await fileReport({ kind: 'bug', text: 'A bug' }, person);
    expect((await queue(`?member_id=${person.id}`)).map(({ id }) => id)).toEqual(ids.reverse());
  });

  test('hides a reported post from its reporter once it is deleted', async () => {
    const [goneThread, visibleThread] = [await site.createThread(site.other), await site.createThread(site.other)];
    const replies = [await site.createReply(goneThread, site.other), await site.createReply(visibleThread, site.other)];
    const writeOnWall = (path: string) => site.perform('POST', path, { content: 'On a wall' }, { as: site.other });
    const wallPost = (await writeOnWall('/profile/Robin/posts')).id;
    const wallReply = (await writeOnWall(`/profile/posts/${wallPost}/replies`)).id;
    const subjects = [
      { kind: 'thread', id: goneThread },
      ...replies.map((id) => ({ kind: 'post', id })),
      { kind: 'wallpost', id: wallPost },
      { kind: 'wallpost', id: wallReply },
    ];
    const ids: number[] = [];
    for (const subject of subjects) ids.push(await fileReport({ kind: 'post', subject, text: 'Rude' }));
    const listTitles = async () => {
      const rows = new Map((await readOwnReports()).map((row) => [row.id, row.subject]));
      return ids.map((id) => rows.get(id)?.title);
    };
    expect(await listTitles()).toEqual(['A title', 'A title', 'A title', 'On a wall', 'On a wall']);
    for (const path of [`/forums/threads/${goneThread}`, `/forums/posts/${replies[1]}`, `/profile/posts/${wallPost}`]) {
      await site.perform('DELETE', path, undefined, { as: site.admin });
    }
    expect(await listTitles()).toEqual([null, null, null, null, null]);
    expect((await readOwnReports()).filter(({ id }) => ids.includes(id)).map(({ subject }) => subject?.path)).toEqual(
      ids.map(() => null),
    );
    expect((await readDetail(ids[0] ?? 0)).subject?.title).toBe('A title'); // The report's handler can restore the thread.
  });

  test('rejects a report without content or a login', async () => {
    expect((await post('/reports', { kind: 'bug', text: '  ' })).json).toMatchObject({ error: 'Type something!' });
    expect(getCode(await site.send('POST', '/reports', { kind: 'bug', text: 'x' }))).toEqual([
      401,
      'must-be-logged-in',
    ]);
    expect((await post('/reports', { kind: 'appeal', text: 'x' })).status).toBe(400);
  });

  test('stores a resent report only once', async () => {
    const send = () => site.perform('POST', '/reports', { kind: 'bug', text: 'Lag' }, { as: site.other, key: 'a key' });
    expect(await send()).toEqual(await send());
    expect((await readOwnReports(site.other)).length).toBe(1);
  });
});

describe('report queue', () => {
  test('staff can take, annotate, resolve and reopen a report, and the reporter sees the answer', async () => {
    const id = await fileReport({ kind: 'bug', text: 'The spawn is *gone*' });
    expect(await readDetail(id)).toMatchObject({
      status: 'open',
      staff: null,
      reporter: { username: 'Steve' },
      notes: [],
    });
    await post(`/admin/reports/${id}/take`, {}, moderator);
    await post(`/admin/reports/${id}/note`, { note: 'I saw it too' }, moderator);
    await post(`/admin/reports/${id}/resolve`, { answer: 'It is back' }, site.admin);
    const resolvedReport = await readDetail(id);
    expect(resolvedReport).toMatchObject({ status: 'resolved', staff: { username: 'Alex' }, answer: 'It is back' });
    expect(resolvedReport.notes.map(({ kind, username, text }) => [kind, username, text])).toEqual([
      ['taken', moderator.name, null],
      ['noted', moderator.name, 'I saw it too'],
      ['resolved', 'Alex', 'It is back'],
    ]);
    expect(getCode(await post(`/admin/reports/${id}/take`, {}, moderator))).toEqual([409, 'report-resolved']);
    const [own] = await readOwnReports();
    expect(own).toEqual({
      id,
      kind: 'bug',
      subject: null,
      text: 'The spawn is *gone*',
      text_html: '<p>The spawn is <em>gone</em></p>\n',
      status: 'resolved',
      answer: 'It is back',
      created_at: own?.created_at,
      resolved_at: resolvedReport.resolved_at,
    });
    await post(`/admin/reports/${id}/reopen`, {}, moderator);
    expect(await readDetail(id)).toMatchObject({ status: 'open', staff: null, answer: null, resolved_at: null });
  });

  test('two moderators who take a report at the same time both see who has it', async () => {
    const id = await fileReport({ kind: 'bug', text: 'Two of us' });
    const responses = await Promise.all([moderator, site.admin].map((as) => post(`/admin/reports/${id}/take`, {}, as)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const [one, other] = [await readDetail(id), await readDetail(id, site.admin)];
    expect(one.staff).toEqual(other.staff);
    expect(one.staff?.user_id).toBe(one.notes.at(-1)?.user_id);
  });

  test('filters and paginates the report queue, newest first', async () => {
    const ids = [await fileReport({ kind: 'bug', text: '1' }), await fileReport({ kind: 'bug', text: '2' })].reverse();
    await post(`/admin/reports/${ids[0]}/take`, {}, moderator);
    expect((await queue()).slice(0, 2).map(({ id }) => id)).toEqual(ids);
    expect((await queue('?status=taken&kind=bug')).at(0)?.id).toBe(ids[0]);
    expect((await queue('?status=open')).map(({ id }) => id)).not.toContain(ids[0]);
    expect((await queue('?kind=player')).every(({ kind }) => kind === 'player')).toBe(true);
    const all = (await queue()).map(({ id }) => id);
    for (const limit of [1, all.length]) {
      const pages = await readPages<ReportRow>(site, `/admin/reports?limit=${limit}`, moderator);
      expect(pages.map((page) => page.length)).toEqual(Array(all.length / limit).fill(limit));
      expect(pages.flat().map(({ id }) => id)).toEqual(all);
    }
  });

  test('shows a reported post as reported and as it is now, even after its deletion', async () => {
    const thread = await site.createThread(site.other, { content: 'First words' });
    const reply = await site.createReply(thread, site.other, 'A rude word');
    const [ofThread, ofReply] = [
      await fileReport({ kind: 'post', subject: { kind: 'thread', id: thread }, text: 'Odd' }),
      await fileReport({ kind: 'post', subject: { kind: 'post', id: reply }, text: 'Rude' }),
    ];
    const buildReportedText = async (id: number) => {
      const { subject, text_when_reported } = await readDetail(id);
      const row = (await queue()).find((report) => report.id === id)?.subject;
      expect(row).toEqual(subject);
      const { text, deleted, edited, author } = row ?? noText;
      return [author?.username, text, text_when_reported, { deleted, edited }];
    };
    expect(await buildReportedText(ofReply)).toEqual(['Robin', 'A rude word', null, { deleted: false, edited: false }]);
    await site.perform('PUT', `/forums/posts/${reply}`, { content: 'A kind word' }, { as: site.other });
    expect(await buildReportedText(ofReply)).toEqual([
      'Robin',
      'A kind word',
      'A rude word',
      { deleted: false, edited: true },
    ]);
    await site.perform('DELETE', `/forums/posts/${reply}`, undefined, { as: site.other });
    expect(await buildReportedText(ofReply)).toEqual([
      'Robin',
      'A kind word',
      'A rude word',
      { deleted: true, edited: true },
    ]);
    const laterReport = await fileReport({ kind: 'post', subject: { kind: 'thread', id: thread }, text: 'Still odd' });
    await site.perform('DELETE', `/forums/threads/${thread}`, undefined, { as: site.other });
    for (const id of [ofThread, laterReport]) {
      const { subject } = await site.get<ReportRow>(`/admin/reports/${id}`, site.admin);
      expect(subject).toMatchObject({ text: 'First words', deleted: true, edited: false });
    }
    // Report handlers may restore replies but not threads, so they may not read a deleted thread.
    for (const id of [ofThread, ofReply, laterReport]) {
      expect(await buildReportedText(id)).toEqual([undefined, null, null, { deleted: true, edited: false }]);
    }
  });

  test("hides a reported post if its author's posts are erased", async () => {
    const person = await site.createMember(site.createName());
    const { id: subject } = await site.perform('POST', `/profile/Steve/posts`, { content: 'Secret' }, { as: person });
    const id = await fileReport({ kind: 'post', subject: { kind: 'wallpost', id: subject }, text: 'Odd' });
    expect((await readDetail(id)).subject).toMatchObject({ text: 'Secret', author: { username: person.name } });
    await post(`/admin/delete/${person.id}`, { texts: true }, site.admin);
    expect((await readDetail(id)).subject).toMatchObject({ text: '[erased]', author: { username: '[deleted]' } });
  });

  test('counts open reports and lists open and assigned reports together', async () => {
    const count = async () => (await site.get<ReportCount>('/admin/reports/count', moderator)).open;
    const countBefore = await count();
    const [openReport, takenReport, doneReport] = [
      await fileReport({ kind: 'bug', text: 'a' }),
      await fileReport({ kind: 'bug', text: 'b' }),
      await fileReport({ kind: 'bug', text: 'c' }),
    ];
    expect(await count()).toBe(countBefore + 3);
    await post(`/admin/reports/${takenReport}/take`, {}, moderator);
    await post(`/admin/reports/${doneReport}/resolve`, {}, moderator);
    expect(await count()).toBe(countBefore + 1);
    const pending = (await queue('?status=pending&limit=100')).map(({ id }) => id);
    expect([openReport, takenReport, doneReport].map((id) => pending.includes(id))).toEqual([true, true, false]);
    expect((await site.send('GET', '/admin/reports/count', undefined, { as: site.member })).status).toBe(404);
    const { headers } = await site.send('GET', '/admin/reports/count', undefined, { as: moderator });
    expect(headers['cache-control'], "a number is nobody's private data").toBe('private, no-cache');
  });

  test('responds with 404 if anyone else reads the report queue', async () => {
    const id = await fileReport({ kind: 'bug', text: 'x' });
    const path = `/admin/reports/${id}`;
    for (const [verb, body] of [['take'], ['resolve', {}], ['reopen'], ['note', { note: 'x' }]] as const) {
      expect(getCode(await post(`${path}/${verb}`, body))).toEqual([404, 'not-found']);
    }
    for (const read of ['/admin/reports', path]) {
      expect((await site.send('GET', read, undefined, { as: site.member })).status).toBe(404);
    }
    expect((await readOwnReports(site.other)).map((report) => report.id)).not.toContain(id);
    expect(getCode(await post('/admin/reports/123456789/take', {}, moderator))).toEqual([404, 'not-found']);
  });

  test("erases a member's reports along with their posts", async () => {
    const person = await site.createMember(site.createName());
    const id = await fileReport({ kind: 'bug', text: 'A secret word' }, person);
    await post(`/admin/reports/${id}/resolve`, { answer: 'Thanks' }, moderator);
    await post(`/admin/delete/${person.id}`, { texts: true }, site.admin);
    expect(await readDetail(id)).toMatchObject({
      text: '[erased]',
      answer: '[erased]',
      reporter: { username: '[deleted]' },
      status: 'resolved',
    });
  });
});

describe('appealing a ban', () => {
  test('accepts a single appeal with the token from the rejected login', async () => {
    const person = await createPersonWithPassword(site);
    await post(`/admin/ban/${person.id}`, { reason: 'Griefing' }, site.admin);
    const readToken = async () => {
      const refusal = await logIn(site, person.name, getPassword(person.name));
      return (refusal.json as { appeal_token: string }).appeal_token;
    };
    const [token, another] = [await readToken(), await readToken()];
    expect(another).not.toBe(token);
    const appeal = (byToken: string, text: string, key?: string) =>
      site.send('POST', '/reports/appeal', { token: byToken, text }, key === undefined ? {} : { key });
    const sent = await appeal(token, 'I did nothing', 'a key');
    expect(sent.status).toBe(201);
    expect((await appeal(token, 'I did nothing', 'a key')).json).toEqual(sent.json);
    expect((await appeal(token, 'Something else')).json).toMatchObject({ code: 'appeal-used' });
    expect((await appeal(another, 'Something else')).json).toMatchObject({ code: 'appeal-used' });
    const [row] = await queue('?kind=appeal');
    expect(row).toMatchObject({ text: 'I did nothing', reporter: { username: person.name } });
    expect(row?.subject).toMatchObject({ kind: 'member', id: person.id });

    await post(`/admin/unban/${person.id}`, {}, site.admin);
    await post(`/admin/ban/${person.id}`, { reason: 'Again' }, site.admin);
    expect((await appeal(await readToken(), 'Another ban, another appeal')).status).toBe(201);
  });

  test('rejects an appeal with an invalid token or by a member who is not banned', async () => {
    const appeal = (token: unknown) => site.send('POST', '/reports/appeal', { token, text: 'x' });
    const { secret } = site.services.env;
    const long = Date.now() - 25 * 3_600_000;
    for (const token of [
      '',
      'x.y',
      5,
      createAppealToken('another', site.member.id),
      createAppealToken(secret, site.member.id),
    ]) {
      expect(getCode(await appeal(token))).toEqual([400, 'link-invalid']);
    }
    await post(`/admin/ban/${site.other.id}`, {}, site.admin);
    expect(getCode(await appeal(createAppealToken(secret, site.other.id, long)))).toEqual([400, 'link-invalid']);
  });
});
