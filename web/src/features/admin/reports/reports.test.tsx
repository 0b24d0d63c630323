import type { ReportDetail, ReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { memberRole } from '@guildhall/domain/roles.js';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { live } from '../../../testing/live.js';
import { admin, buildSuccessResponse, buildMe, toRowPosition } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { buildAccountRow } from '../../../testing/staff-rows.js';
import { ReportsPage } from './reports-page.js';

const buildPerson = (user_id: number, username: string) => ({ user_id, username, avatar_url: null, role: null });
const subject: NonNullable<ReportRow['subject']> = {
  kind: 'post',
  id: 701,
  path: '/thread/7?post=701',
  title: 'My castle',
  author: buildPerson(12, 'Bram'),
  text: 'You fool!',
  deleted: false,
  html: null,
  edited: false,
};

const buildReport = (id: number, more: Partial<ReportRow> = {}): ReportRow => ({
  id,
  kind: 'post',
  subject,
  text: 'This is rude.',
  text_html: '<p>This is rude.</p>',
  status: 'open',
  created_at: '2026-03-01T12:00:00.000Z',
  resolved_at: null,
  answer: null,
  pos: toRowPosition(9),
  reporter: buildPerson(11, 'Anna'),
  staff: null,
  ...more,
});
const createDetail = (row: ReportRow, more: Partial<ReportDetail> = {}): ReportDetail => ({
  ...row,
  text_when_reported: null,
  notes: [],
  ...more,
});
const takenByAda = { staff: buildPerson(1, 'Ada'), status: 'taken' } as const;

function open(row: ReportRow, { as = admin, detail = {} }: { as?: typeof admin; detail?: Partial<ReportDetail> } = {}) {
  server.respondWith('GET /admin/reports', [row]);
  server.respondWith(`GET /admin/reports/${row.id}`, createDetail(row, detail));
  const at = `/admin/reports?report=${row.id}`;
  return show(<ReportsPage />, { as, at, path: '/admin/reports' });
}
const findActions = async () => within(await screen.findByRole('group', { name: 'Actions' }));
const listNames = async () => [
  ...(await findActions()).getAllByRole('button').map(({ textContent }) => textContent),
  ...(await findActions()).queryAllByRole('link').map(({ textContent }) => textContent),
];

test('requests pending reports of all kinds by default', async () => {
  server.respondWith('GET /admin/reports', []);
  const user = await show(<ReportsPage />, { as: admin, at: '/admin/reports', path: '/admin/reports' });
  await screen.findByText('No open reports.');
  const query = () => server.calls('GET /admin/reports').at(-1)!.query;
  expect(query().get('status')).toBe('pending');
  expect(query().get('kind')).toBeNull();
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'any');
  await waitFor(() => expect(query().get('status')).toBeNull());
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'bug');
  await waitFor(() => expect(query().get('kind')).toBe('bug'));
  await screen.findByText('No reports match these filters.');
  expect(location.search).toBe('?status=any&kind=bug');
});

test('opens a linked report that is not on the first page, at the top', async () => {
  server.respondWith('GET /admin/reports', [buildReport(6), buildReport(7)]);
  server.respondWith('GET /admin/reports/5', createDetail(buildReport(5, { text_html: '<p>Long ago.</p>' })));
  const user = await show(<ReportsPage />, { as: admin, at: '/admin/reports?report=5', path: '/admin/reports' });
  await screen.findByText('No actions yet.');
  expect(server.calls('GET /admin/reports/5')).toHaveLength(1);
  const getFirst = () => screen.getAllByRole('listitem')[0];
  expect(getFirst()?.textContent).toContain('Long ago.');
  expect(screen.getAllByRole('button', { name: 'Post' })).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Post', expanded: true }));
  await waitFor(() => expect(location.search).toBe(''));
  expect(getFirst()?.textContent).toContain('Long ago.');
});

test('shows the list if a linked report does not exist', async () => {
  server.respondWith('GET /admin/reports', [buildReport(6)]);
  server.refuse('GET /admin/reports/5', 'not-found');
  await show(<ReportsPage />, { as: admin, at: '/admin/reports?report=5', path: '/admin/reports' });
  await screen.findByText('This is rude.');
});

test("shows a report's reporter, subject and assignee", async () => {
  server.respondWith('GET /admin/reports', [
    buildReport(5, takenByAda),
    buildReport(6, { status: 'resolved', staff: buildPerson(1, 'Ada'), kind: 'bug', subject: null }),
    buildReport(7, { subject: { ...subject, path: null, title: null, text: null, author: null } }),
  ]);
  await show(<ReportsPage />, { as: admin, at: '/admin/reports', path: '/admin/reports' });
  const [post, bug, hiddenItem] = await screen.findAllByRole('listitem');
  expect(post?.textContent).toMatch(/^PostReply in My castleClaimedby Anna · .* · claimed by Ada/);
  expect(within(post!).getByRole('link', { name: 'My castle' }).getAttribute('href')).toBe('/thread/7?post=701');
  expect(bug?.textContent).toMatch(/^BugResolvedby Anna · .* · resolved by Ada/);
  expect(hiddenItem?.textContent).toContain("Content that you don't have access to");
  expect(within(hiddenItem!).queryByRole('link')?.textContent).not.toBe('Open the post');
});

test('shows the originally reported content next to the edited version', async () => {
  await open(buildReport(5, { subject: { ...subject, edited: true, deleted: true } }), {
    detail: { text_when_reported: 'You idiot!' },
  });
  const heading = await screen.findByText('The text when it was reported');
  expect(heading.nextElementSibling?.textContent).toBe('You idiot!');
  expect(screen.getByText('The text now').nextElementSibling?.textContent).toBe('You fool!');
  screen.getByText(/Edited since the report/);
  screen.getByText(/· Deleted/);
});

const takenByMo = { staff: buildPerson(14, 'Mo'), status: 'taken' } as const;
const moderator = buildMe('Mo', 14, { permissions: [...memberRole.keys, 'moderate_comments'] });
test.each<[string, Partial<ReportRow>, typeof admin, string[]]>([
  ['an open report', {}, admin, ['Claim', 'Resolve…', 'Delete the reply', 'Open the post', 'Ban Bram']],
  [
    "the person's own report",
    takenByAda,
    admin,
    ['Release', 'Resolve…', 'Delete the reply', 'Open the post', 'Ban Bram'],
  ],
  [
    "another person's report",
    takenByMo,
    admin,
    ['Take over from Mo', 'Release', 'Resolve…', 'Delete the reply', 'Open the post', 'Ban Bram'],
  ],
  ['a resolved report', { ...takenByMo, status: 'resolved', subject: null, kind: 'bug' }, admin, ['Reopen']],
  [
    'a deleted reply',
    { subject: { ...subject, deleted: true } },
    admin,
    ['Claim', 'Resolve…', 'Open the post', 'Ban Bram'],
  ],
  [
    'a thread of others',
    { subject: { ...subject, kind: 'thread' } },
    moderator,
    ['Claim', 'Resolve…', 'Open the post'],
  ],
])('shows only the permitted report actions: %s', async (_, row, as, names) => {
  await open(buildReport(5, row), { as });
  expect(await listNames()).toEqual(names);
});

test.each<[string, Partial<ReportRow>, typeof admin, string[]]>([
  ['an open report', {}, admin, ['Claim', 'Open the post', 'Ban Bram']],
  ['a taken report', takenByMo, admin, ['Open the post', 'Ban Bram']],
  [
    'a post by a program',
    { subject: { ...subject, author: buildPerson(60, 'Program Backup') } },
    admin,
    ['Claim', 'Open the post'],
  ],
  ['a report for a moderator without the right to ban', {}, moderator, ['Claim', 'Open the post']],
  [
    "a report about the reader's own post",
    { subject: { ...subject, author: buildPerson(14, 'Mo') } },
    moderator,
    ['Claim', 'Open the post'],
  ],
])('the report list offers the next steps: %s', async (_, row, as, names) => {
  server.respondWith('GET /admin/reports', [buildReport(5, row)]);
  const user = await show(<ReportsPage />, { as, at: '/admin/reports', path: '/admin/reports' });
  await screen.findByText('This is rude.');
  const steps = (await findActions()).queryAllByRole('button').concat((await findActions()).getAllByRole('link'));
  expect(steps.map(({ textContent }) => textContent)).toEqual(names);
  if (names[0] !== 'Claim') return;
  server.respondWith('POST /admin/reports/5/take', buildSuccessResponse());
  await user.click((await findActions()).getByRole('button', { name: 'Claim' }));
  await screen.findByText('Report claimed.');
});

test('renders reported content as it appears in the post', async () => {
  const html = '<p>You <strong>fool</strong>!</p>';
  server.respondWith('GET /admin/reports', [buildReport(5, { subject: { ...subject, text: 'You **fool**!', html } })]);
  await show(<ReportsPage />, { as: admin, at: '/admin/reports', path: '/admin/reports' });
  expect((await screen.findByText('fool')).tagName).toBe('STRONG');
  expect(screen.queryByText(/\*\*/)).toBeNull();
});

test("a report's pictures are described in the list and shown when it is opened", async () => {
  const text_html = '<p>Look: <a class="picture" href="/uploads/1.webp"><img alt="My wall"></a></p>';
  server.respondWith('GET /admin/reports', [buildReport(5, { text_html })]);
  server.respondWith('GET /admin/reports/5', createDetail(buildReport(5, { text_html })));
  const user = await show(<ReportsPage />, { as: admin, at: '/admin/reports', path: '/admin/reports' });
  await screen.findByText('Look: My wall');
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await screen.findByRole('img', { name: 'My wall' });
});

test('taking a report offers an undo that reopens it', async () => {
  const user = await open(buildReport(5));
  await screen.findByText('No actions yet.');
  server.respondWith('POST /admin/reports/5/take', buildSuccessResponse());
  server.respondWith('POST /admin/reports/5/reopen', buildSuccessResponse());
  server.respondWith(
    'GET /admin/reports/5',
    createDetail(buildReport(5, takenByAda), {
      notes: [{ ...buildPerson(1, 'Ada'), at: '2026-03-01T12:00:00.000Z', kind: 'taken', text: null }],
    }),
  );
  await user.click((await findActions()).getByRole('button', { name: 'Claim' }));
  await screen.findByText('Report claimed.');
  await (await findActions()).findByRole('button', { name: 'Release' });
  screen.getByText(/claimed it/);
  expect((await screen.findAllByRole('listitem'))[0]?.textContent).toContain('claimed by Ada');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Report reopened.');
});

test('resolves a report with an answer and closes the form', async () => {
  const user = await open(buildReport(5));
  await user.click((await findActions()).getByRole('button', { name: 'Resolve…' }));
  const form = within(await screen.findByRole('form', { name: 'Resolve the report' }));
  await user.type(form.getByRole('textbox', { name: 'Reply to Anna (optional)' }), ' Thank you. ');
  server.respondWith('POST /admin/reports/5/resolve', buildSuccessResponse());
  await user.click(form.getByRole('button', { name: 'Resolve' }));
  await screen.findByText('Report resolved.');
  expect(server.calls('POST /admin/reports/5/resolve')[0]?.body).toEqual({ answer: 'Thank you.' });
  expect(screen.queryByRole('form', { name: 'Resolve the report' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Actions' }));
});

test('adds a note to a report, and preserves it if the server does not respond', async () => {
  const user = await open(buildReport(5));
  const field = await screen.findByRole('textbox', { name: 'Note for the staff' });
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await screen.findByText('Type something!');
  server.fail('POST /admin/reports/5/note');
  await user.type(field, 'Warned before.');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await screen.findByText(/^That could not be done/);
  expect((field as HTMLTextAreaElement).value).toBe('Warned before.');
  server.respondWith('POST /admin/reports/5/note', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await screen.findByText('Note added.');
  const sent = server.calls('POST /admin/reports/5/note');
  expect(sent.map(({ body }) => body)).toEqual([{ note: 'Warned before.' }, { note: 'Warned before.' }]);
  expect(sent[0]?.key).toBe(sent[1]?.key);
  expect((field as HTMLTextAreaElement).value).toBe('');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('deletes the reported reply after confirmation and offers an undo', async () => {
  const user = await open(buildReport(5));
  await user.click((await findActions()).getByRole('button', { name: 'Delete the reply' }));
  await screen.findByRole('alertdialog', { name: 'Delete this reply?' });
  await screen.findByText(/^The reply in “My castle” will be hidden/);
  await user.type(screen.getByRole('textbox', { name: 'Reason (optional)' }), 'Spam');
  server.respondWith('DELETE /forums/posts/701', buildSuccessResponse({ acts: ['a1'] }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Reply deleted.');
  expect(server.calls('DELETE /forums/posts/701')[0]?.body).toEqual({ reason: 'Spam' });
  screen.getByRole('button', { name: 'Undo' });
});

const member: typeof subject = {
  ...subject,
  id: 12,
  path: '/profile/Bram',
  title: 'Bram',
  text: null,
  author: null,
  kind: 'member',
};
const account = buildAccountRow(12, 'Bram');

test('a report about a player links to the form for banning them', async () => {
  server.respondWith('GET /admin/users/12', account);
  await open(buildReport(5, { kind: 'player', subject: member }));
  const link = await (await findActions()).findByRole('link', { name: 'Ban Bram' });
  expect(link.getAttribute('href')).toBe('/admin/ban/12');
});

test('shows the ban under appeal and can lift it', async () => {
  server.respondWith('GET /admin/users/12', {
    ...account,
    banned: true,
    ban: { reason: 'Spam', until: null, site_only: false },
  });
  const user = await open(buildReport(5, { kind: 'appeal', subject: member }));
  await screen.findByText('Banned permanently.');
  screen.getByText('Reason given: “Spam”');
  server.respondWith('POST /admin/unban/12', buildSuccessResponse({ acts: ['a1'] }));
  server.respondWith('GET /admin/users/12', account);
  await user.click(screen.getByRole('button', { name: 'Unban Bram' }));
  await screen.findByText('Bram is unbanned.');
  await waitFor(() => expect(screen.queryByText('Banned permanently.')).toBeNull());
  await (await findActions()).findByRole('link', { name: 'Ban Bram' });
});

test('the open report remains in the list if it no longer matches the filters', async () => {
  const user = await open(buildReport(5));
  await user.type(await screen.findByRole('textbox', { name: 'Note for the staff' }), 'Half a note');
  server.respondWith('GET /admin/reports', [buildReport(8, { text_html: '<p>Another one.</p>' })]);
  await waitFor(() => expect(live.joined('reports')).toBe(true));
  live.send('reports', { kind: 'reports' } as never);
  await screen.findByText('Another one.');
  const field = screen.getByRole('textbox', { name: 'Note for the staff' });
  expect((field as HTMLTextAreaElement).value).toBe('Half a note');
});
