import { memberRole } from '@guildhall/domain/roles.js';
import type { ProjectionsResponse } from '@guildhall/domain/wire/schemas/staff/projections.js';
import type { MailRow } from '@guildhall/domain/wire/schemas/staff/mails.js';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../../queries/client.js';
import { useSite } from '../../../shared/state/site.js';
import { live } from '../../../testing/live.js';
import { admin, anna, buildMe, toLogPosition, toRowPosition, buildServerStatus } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { buildAccountRow, buildAuditRow } from '../../../testing/staff-rows.js';
import { DashboardPage, ServerAlert } from './dashboard-page.js';

const helper = buildMe('Mo', 14, { permissions: [...memberRole.keys, 'access_admin_panel'] });
const buildMail = (last_error: string | null) => ({ last_error }) as MailRow;

function respond() {
  const { pos: _, ...site } = useSite.getState();
  server.respondWith('GET /admin/users', [], { total: 1_234 });
  server.respondWith('GET /admin/bans', [], { total: 2 });
  server.respondWith('GET /stats/growth', [
    { at: '2026-03-01', registered: 1, verified: 1, threads: 2, replies: 5 },
    { at: '2026-03-02', registered: 0, verified: 0, threads: 1, replies: 4 },
  ]);
  server.respondWith('GET /admin/reports', []);
  server.respondWith('GET /admin/reports/count', { open: 0 });
  server.respondWith('GET /admin/audit', []);
  server.respondWith('GET /admin/projections', buildProjections());
  server.respondWith('GET /admin/mails', [buildMail(null), buildMail('refused')]);
  server.respondWith('GET /admin/server', buildServerStatus());
  server.respondWith('GET /site', {
    ...site,
    position: toLogPosition(100),
    players: { count: 40, unknown_since: null, counted: true },
  });
}
const getFigures = () => within(screen.getByRole('region', { name: 'Key figures' })).getAllByRole('listitem');
const listTexts = () => getFigures().map(({ textContent }) => textContent);
const buildProjections = (more: Partial<ProjectionsResponse> = {}): ProjectionsResponse => ({
  generation: 1,
  checkpoint: toRowPosition(9),
  head: toRowPosition(9),
  state: 'following',
  fault: null,
  poison: [],
  reactions: [],
  work: null,
  progress: null,
  lastRebuild: null,
  lastVerify: null,
  ...more,
});

test('shows the figures that the viewer can see and highlights urgent figures', async () => {
  respond();
  await show(<DashboardPage />, { as: admin });
  await waitFor(() =>
    expect(listTexts()).toEqual([
      'Accounts1,234',
      'Banned2',
      'Posts in 30 days12',
      'Open reports0',
      'Failed emails1',
      'Players online40',
    ]),
  );
  const urgentFigures = getFigures().filter(({ className }) => className.includes('urgent'));
  expect(urgentFigures.map(({ textContent }) => textContent)).toEqual(['Failed emails1']);
});

test('links an unknown player count to the settings for those who can change them', async () => {
  respond();
  const { pos: _, ...site } = useSite.getState();
  const players = { count: 0, unknown_since: null, counted: false };
  server.respondWith('GET /site', { ...site, position: toLogPosition(100), players });
  await show(<DashboardPage />, { as: admin });
  const figure = (await screen.findByText('Not set up')).closest('li')!;
  expect(within(figure).getByRole('link').getAttribute('href')).toBe('/admin/settings');
});

test('requests only figures that the viewer can see', async () => {
  respond();
  await show(<DashboardPage />, { as: helper });
  await screen.findByText('12');
  await waitFor(() => expect(listTexts()).toEqual(['Posts in 30 days12', 'Players online40']));
  await screen.findByText('Nothing to do right now.');
  for (const name of ['Users', 'Recent staff actions', 'Recent registrations'])
    expect(screen.queryByRole('heading', { name })).toBeNull();
  const otherCalls = ['GET /admin/users', 'GET /admin/bans', 'GET /admin/mails', 'GET /admin/audit'] as const;
  for (const call of [...otherCalls, 'GET /admin/reports/count', 'GET /admin/projections'] as const)
    expect(server.calls(call)).toEqual([]);
});

test('shows the account figures to staff with permission', async () => {
  respond();
  await show(<DashboardPage />, { as: admin });
  expect(await screen.findByRole('heading', { name: 'Users' })).toBeDefined();
  await screen.findByText('1,234');
});

test('lists the next tasks, with a link to each page', async () => {
  respond();
  server.respondWith('GET /admin/reports/count', { open: 3 });
  server.respondWith('GET /admin/server', buildServerStatus({ mail_delivery: 'folder' }));
  server.respondWith('GET /admin/projections', buildProjections({ fault: 'It stopped.' }));
  useSite.setState({ set_up: false });
  await show(<DashboardPage />, { as: admin });
  const steps = within(screen.getByRole('region', { name: 'Next steps' }));
  await waitFor(() =>
    expect(steps.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['3 open reports', '/admin/reports'],
      ['Repair the views', '/admin/projections'],
      ['Finish setting up the site', '/admin/first-run'],
      ['Set up an email server', '/admin/mails'],
    ]),
  );
});

test('the dashboard lists recent staff actions and registrations live', async () => {
  respond();
  const banFields = { kind: 'MemberBanned', batch: 'call' } as const;
  const bans = ['Bram', 'Cas'].map((name, n) =>
    buildAuditRow(`a${n}`, { ...banFields, subject: { kind: 'member', id: 12 + n, name } }),
  );
  server.respondWith('GET /admin/audit', bans);
  server.respondWith('GET /admin/users', [buildAccountRow(12, 'Bram', { verified: false })], { total: 1 });
  await show(<DashboardPage />, { as: admin });
  const recent = within(screen.getByRole('region', { name: 'Recent staff actions' }));
  await recent.findByText('Bram, Cas');
  expect(recent.getAllByRole('listitem')).toHaveLength(1);
  const registrations = within(screen.getByRole('region', { name: 'Recent registrations' }));
  expect((await registrations.findByRole('link', { name: 'Bram' })).getAttribute('href')).toBe('/admin/users/12');
  registrations.getByText('Not verified');
  for (const topic of ['audit', 'users'] as const) await waitFor(() => expect(live.joined(topic)).toBe(true));
});

test.each([
  ['missing', /without the header X-Forwarded-For/],
  ['untrusted', /Add the proxy to TRUSTED_PROXIES/],
] as const)('warns an Admin if the forwarded address is %s', async (forwarded_address, text) => {
  server.respondWith('GET /admin/server', buildServerStatus({ forwarded_address }));
  await show(<ServerAlert />, { as: admin });
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
});

test('shows no alert without problems and requests nothing for non-Admins', async () => {
  server.respondWith('GET /admin/server', buildServerStatus());
  await show(<ServerAlert />, { as: admin });
  await expect.poll(() => queryClient.getQueryData(['server', 'status'])).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  queryClient.clear();
  await show(<ServerAlert />, { as: anna });
  expect(queryClient.isFetching()).toBe(0);
  expect(screen.queryByRole('alert')).toBeNull();
});
