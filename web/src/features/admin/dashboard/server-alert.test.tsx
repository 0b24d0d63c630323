import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../../queries/client.js';
import { admin, anna, serverStatus } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { ServerAlert } from './dashboard-page.js';

beforeEach(() => queryClient.clear());

test.each([
  ['missing', /without the header X-Forwarded-For/],
  ['untrusted', /Add the proxy to TRUSTED_PROXIES/],
] as const)('warns an Admin when the forwarded address is %s', async (forwarded_address, text) => {
  server.respondWith('GET /admin/server', serverStatus({ forwarded_address }));
  await show(<ServerAlert />, { as: admin });
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
});

test('shows nothing without problems, and requests nothing for other people', async () => {
  server.respondWith('GET /admin/server', serverStatus());
  await show(<ServerAlert />, { as: admin });
  await expect.poll(() => queryClient.getQueryData(['server', 'status'])).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  queryClient.clear();
  await show(<ServerAlert />, { as: anna });
  expect(queryClient.isFetching()).toBe(0);
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['folder', 'status'],
  ['folder-public', 'alert'],
] as const)('says that emails are only written to a folder: %s', async (mail_delivery, role) => {
  server.respondWith('GET /admin/server', serverStatus({ mail_delivery }));
  await show(<ServerAlert />, { as: admin });
  expect((await screen.findByRole(role)).textContent).toMatch(/only written to the folder.*SMTP_URL/);
});
