import type { GameAccountRow } from '@guildhall/domain/wire/schemas/games/accounts.js';
import type { ActivityRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { ReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { memberRole } from '@guildhall/domain/roles.js';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { admin, buildSuccessResponse, buildMe, toRowPosition } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { buildAccountRow, buildAuditRow } from '../../../testing/staff-rows.js';
import { UserPage } from './user-page.js';

const bram = buildAccountRow(12, 'Bram');

interface ListedRows {
  history?: AuditRow[];
  posts?: ActivityRow[];
  reports?: ReportRow[];
  gameAccounts?: GameAccountRow[];
}

function showPage(
  { history = [], posts = [], reports = [], gameAccounts = [] }: ListedRows = {},
  { as = admin, at = '/admin/users/12' } = {},
) {
  server.respondWith('GET /admin/users/12', bram);
  server.respondWith('GET /admin/users/12/history', history);
  server.respondWith('GET /profile/Bram/activity', posts);
  server.respondWith('GET /admin/reports', reports);
  server.respondWith('GET /game-accounts', gameAccounts.length > 0 ? [{ user_id: 12, accounts: gameAccounts }] : []);
  return show(<UserPage />, { as, at, path: '/admin/users/:id' });
}

const roleGiven = { kind: 'RoleGiven', subject: { kind: 'member', id: 12, name: 'Bram' } };

test('lists bans and role changes with their authors and an undo', async () => {
  const user = await showPage({
    history: [
      buildAuditRow('a1', {
        ...roleGiven,
        before: { role: 'Member' },
        after: { role: 'Builder' },
        reason: 'Built a lot',
      }),
      buildAuditRow('a2', {
        ...roleGiven,
        kind: 'MemberBanned',
        undoable: false,
        actor: null,
        before: { banned: false },
        after: { banned: true, until: null, reason: 'Spam' },
        reason: 'Spam',
        undone_by: 'a3',
      }),
    ],
  });
  const [first, second] = (await screen.findAllByRole('listitem')).filter(({ textContent }) =>
    /by (Ada|the)/.test(textContent),
  );
  expect(first?.textContent).toMatch(/^Role before: Member →  after: Builder.*by Ada · “Built a lot”Undo$/);
  expect(second?.textContent).toMatch(
    /^Banned before: active →  after: banned permanently.*by the system · “Spam”Undone$/,
  );
  server.respondWith('POST /admin/audit/a1/undo', buildSuccessResponse());
  const callsBefore = server.calls('GET /admin/users/12').length;
  await user.click(within(first!).getByRole('button', { name: 'Undo: Role' }));
  await screen.findByText('Undone: Role');
  await waitFor(() => expect(server.calls('GET /admin/users/12').length).toBeGreaterThan(callsBefore));
});

test('shows recent posts and reports above the history', async () => {
  const created_at = '2026-03-01T12:00:00.000Z';
  const post: ActivityRow = {
    kind: 'post',
    id: 701,
    thread_id: 7,
    section_id: 3,
    subsection_id: null,
    prefix: null,
    title: 'My castle',
    content: 'Nice',
    created_at,
    order: toRowPosition(9),
  };
  const report: ReportRow = {
    id: 4,
    kind: 'player',
    subject: null,
    text: 'Rude',
    text_html: '<p>Rude</p>',
    status: 'taken',
    created_at,
    resolved_at: null,
    answer: null,
    pos: toRowPosition(9),
    staff: null,
    reporter: { user_id: 11, username: 'Anna', avatar_url: null, role: null },
  };
  await showPage({ posts: [post], reports: [report] });
  const link = await screen.findByRole('link', { name: 'My castle' });
  expect(link.getAttribute('href')).toBe('/forums/thread/7#post-701');
  await screen.findByText('Rude');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Recent posts',
    'Reports about them',
    'Bans and roles',
    'Point in time',
  ]);
  expect(server.calls('GET /admin/reports').at(-1)?.query.get('member_id')).toBe('12');
});

test('an account page shows Role and Ban as buttons, and the deletion in a menu', async () => {
  const user = await showPage();
  await screen.findByRole('link', { name: 'Ban: Bram' });
  screen.getByRole('link', { name: 'Role: Bram' });
  const moreButton = screen.getByRole('button', { name: 'More actions: Bram' });
  await user.click(moreButton);
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items).toEqual(['Profile', 'Show in the audit', 'Delete']);
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await screen.findByRole('dialog', { name: 'Delete Bram' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(moreButton));
});

test('hides history, past states and reports from staff who cannot see them', async () => {
  const guard = buildMe('Mo', 14, { permissions: [...memberRole.keys, 'view_all_users', 'ban_accounts'] });
  await showPage({}, { as: guard });
  await screen.findByText('No posts yet.');
  for (const text of ['Bans and roles', 'Point in time', 'Reports about them'])
    expect(screen.queryByText(text)).toBeNull();
});

test('shows an account at a past time without any actions', async () => {
  const user = await showPage({}, { at: '/admin/users/12?at=2026-03-05T10:00:00Z' });
  await screen.findByText(/^Role, ban and game accounts at \d/);
  await waitFor(() =>
    expect(server.calls('GET /game-accounts').at(-1)?.query.get('at')).toBe('2026-03-05T10:00:00.000Z'),
  );
  expect(server.calls('GET /admin/users/12').at(-1)?.query.get('at')).toBe('2026-03-05T10:00:00.000Z');
  expect(screen.queryByRole('link', { name: /^Ban/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Back to now' }));
  await screen.findByRole('link', { name: 'Ban: Bram' });
});

test('shows a message if an account does not exist', async () => {
  server.refuse('GET /admin/users/99', 'not-found');
  await show(<UserPage />, { as: admin, at: '/admin/users/99', path: '/admin/users/:id' });
  await screen.findByRole('heading', { name: 'This account does not exist.' });
});

test('unlinks a game account, which can be undone', async () => {
  const account = { id: 5, name: 'Bramble', edition: 'java', head: null } as const;
  const user = await showPage({ gameAccounts: [account] });
  const section = within(await screen.findByRole('region', { name: 'Game accounts' }));
  section.getByText('Java Edition');
  server.respondWith('DELETE /admin/game-accounts/5', buildSuccessResponse({ acts: ['a1'] }));
  server.respondWith('GET /game-accounts', []);
  await user.click(section.getByRole('button', { name: 'Unlink Bramble' }));
  await screen.findByText('Bramble is no longer linked');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Game accounts' })).toBeNull());
  server.respondWith('POST /admin/audit/a1/undo', buildSuccessResponse());
  server.respondWith('GET /game-accounts', [{ user_id: 12, accounts: [account] }]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('region', { name: 'Game accounts' });
});

test('offers no unlinking to staff who cannot ban', async () => {
  const viewer = buildMe('Mo', 14, { permissions: [...memberRole.keys, 'view_all_users'] });
  await showPage({ gameAccounts: [{ id: 5, name: 'Bramble', edition: 'java', head: null }] }, { as: viewer });
  await screen.findByText('Bramble');
  expect(screen.queryByRole('button', { name: 'Unlink Bramble' })).toBeNull();
});
