import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { live } from '../testing/live.js';
import { buildMe, toRowPosition } from '../testing/rows.js';
import { server } from '../testing/server.js';
import { show } from '../testing/show.js';
import { OpenReportsLink } from './staff-tools.js';
import { ReportCountBadge } from '../features/admin/reports/report-count.js';

const staff = buildMe('Mo', 14, { permissions: ['comment', 'access_admin_panel', 'moderate_comments'] });
const both = (
  <>
    <OpenReportsLink />
    <ReportCountBadge />
  </>
);

test('shows the number of open reports in both positions and updates it', async () => {
  server.respondWith('GET /admin/reports/count', { open: 2 });
  await show(both, { as: staff });
  const link = await screen.findByRole('link', { name: 'Open reports: 2' });
  expect(link.getAttribute('href')).toBe('/admin/reports');
  screen.getByText('2 open');
  await waitFor(() => expect(live.joined('reports')).toBe(true));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.respondWith('GET /admin/reports/count', { open: 100 });
  live.send('reports', { kind: 'list', id: 5, pos: toRowPosition(120) });
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  await screen.findByRole('link', { name: 'Open reports: 100' });
  expect(screen.getAllByText('99+')).toHaveLength(2);
  server.respondWith('GET /admin/reports/count', { open: 0 });
  live.send('reports', { kind: 'list', id: 5, pos: toRowPosition(121) });
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await screen.findByRole('link', { name: 'Open reports' });
  expect(screen.queryByText('100 open')).toBeNull();
});
