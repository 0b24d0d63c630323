import { memberRole } from '@guildhall/domain/roles.js';
import type { MailRow } from '@guildhall/domain/wire/schemas/staff/mails.js';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../../queries/client.js';
import { useSite } from '../../../shared/state/site.js';
import { admin, anna, memberMe, positionAt, serverStatus } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { DashboardPage, ServerAlert } from './dashboard-page.js';

const helper = memberMe('Mo', 14, { permissions: [...memberRole.keys, 'access_admin_panel'] });
const mail = (last_error: string | null) => ({ last_error }) as MailRow; // no other field is used

function respond() {
  const { pos: _, ...site } = useSite.getState();
  server.respondWith('GET /admin/users', [], { total: 1_234 });
  server.respondWith('GET /admin/bans', [], { total: 2 });
  server.respondWith('GET /stats/growth', [
    { at: '2026-03-01', registered: 1, verified: 1, threads: 2, replies: 5 },
    { at: '2026-03-02', registered: 0, verified: 0, threads: 1, replies: 4 },
  ]);
  server.respondWith('GET /admin/reports', []);
  server.respondWith('GET /admin/mails', [mail(null), mail('refused')]);
  server.respondWith('GET /admin/server', serverStatus());
  server.respondWith('GET /site', {
    ...{ ...site, position: positionAt(100) },
    players: { count: 40, unknown_since: null, counted: true },
  });
}
const listTexts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('shows the figures that the person may see and highlights urgent ones', async () => {
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
  const urgent = screen.getAllByRole('listitem').filter(({ className }) => className.includes('pressing'));
  expect(urgent.map(({ textContent }) => textContent)).toEqual(['Failed emails1']);
});

test('links an unknown player count to the settings for those who may change them', async () => {
  respond();
  const { pos: _, ...site } = useSite.getState();
  const players = { count: 0, unknown_since: null, counted: false };
  server.respondWith('GET /site', { ...site, position: positionAt(100), players });
  await show(<DashboardPage />, { as: admin });
  const figure = (await screen.findByText('Not set up')).closest('li')!;
  expect(within(figure).getByRole('link').getAttribute('href')).toBe('/admin/settings');
});

test('requests only figures that the person may see', async () => {
  respond();
  await show(<DashboardPage />, { as: helper });
  await screen.findByText('12');
  await waitFor(() => expect(listTexts()).toEqual(['Posts in 30 days12', 'Players online40']));
  expect(screen.queryByRole('heading', { name: 'Users' })).toBeNull();
  for (const call of ['GET /admin/users', 'GET /admin/bans', 'GET /admin/mails'] as const)
    expect(server.calls(call)).toEqual([]);
});

test('shows the account figures to people with permission', async () => {
  respond();
  await show(<DashboardPage />, { as: admin });
  expect(await screen.findByRole('heading', { name: 'Users' })).toBeDefined();
  await screen.findByText('1,234');
});

test.each([
  ['missing', /without the header X-Forwarded-For/],
  ['untrusted', /Add the proxy to TRUSTED_PROXIES/],
] as const)('warns an Admin when the forwarded address is %s', async (forwarded_address, text) => {
  server.respondWith('GET /admin/server', serverStatus({ forwarded_address, mail_delivery: 'folder' }));
  await show(<ServerAlert />, { as: admin });
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
  screen.getByText(/only written to the folder/);
});

test('shows no alert without problems, and requests nothing for non-Admins', async () => {
  server.respondWith('GET /admin/server', serverStatus());
  await show(<ServerAlert />, { as: admin });
  await expect.poll(() => queryClient.getQueryData(['server', 'status'])).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  queryClient.clear();
  await show(<ServerAlert />, { as: anna });
  expect(queryClient.isFetching()).toBe(0);
  expect(screen.queryByRole('alert')).toBeNull();
});
