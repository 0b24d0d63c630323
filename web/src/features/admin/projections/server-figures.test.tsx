import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { admin, buildServerStatus } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { ServerFigures } from './server-figures.js';

const getFigure = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

test('shows the main server figures, or that they are unknown', async () => {
  server.respondWith(
    'GET /admin/server',
    buildServerStatus({ requests: 12_345, failed_requests: 2, mails_waiting: null }),
  );
  await show(<ServerFigures />, { as: admin });
  await screen.findByRole('heading', { name: 'This server' });
  expect(getFigure('Requests')).toBe('12,345 (2 failed)');
  expect(getFigure('Live connections')).toBe('7');
  expect(getFigure('Views behind the log')).toBe('1.5 s');
  expect(getFigure('Emails waiting')).toBe('unknown');
  expect(getFigure('Running for')).toBe('2 h 3 min');
  expect(getFigure('Memory')).toBe('150 MB');
});

test('does not count emails written to a folder as sent', async () => {
  server.respondWith(
    'GET /admin/server',
    buildServerStatus({ mail_delivery: 'folder', mails_sent: 0, mails_written: 4 }),
  );
  await show(<ServerFigures />, { as: admin });
  await screen.findByRole('heading', { name: 'This server' });
  expect(getFigure('Emails written to data/outbox')).toBe('4 (0 failed)');
  expect(screen.queryByText('Emails sent')).toBeNull();
});
