import type { OwnReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anna, buildSuccessResponse } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { ReportPlayerPage } from './report-pages.js';

const buildOwnReport = (id: number, more: Partial<OwnReportRow>): OwnReportRow => ({
  id,
  kind: 'player',
  subject: null,
  text: `Report ${id}`,
  text_html: `<p>Report ${id}</p>`,
  status: 'open',
  created_at: '2026-03-01T12:00:00.000Z',
  resolved_at: null,
  answer: null,
  ...more,
});

function open(as: typeof anna | null, reports: OwnReportRow[] = [], query = '') {
  if (as) server.respondWith('GET /reports/mine', reports);
  return show(<ReportPlayerPage />, { as, at: `/report-a-player${query}`, path: '/report-a-player' });
}

test('a login returns a guest to the same report', async () => {
  const user = await open(null, [], '?player=Bram');
  await user.click(screen.getByRole('link', { name: 'Log in' }));
  expect(history.state).toMatchObject({ state: { from: '/report-a-player?player=Bram' } });
});

test("shows the status of the member's reports and the answer to resolved ones", async () => {
  const at = '2026-03-02T12:00:00.000Z';
  await open(anna, [
    buildOwnReport(4, { status: 'resolved', resolved_at: at, answer: 'He has been warned.' }),
    buildOwnReport(3, { status: 'resolved', resolved_at: at }),
    buildOwnReport(2, { status: 'taken' }),
    buildOwnReport(1, {}),
  ]);
  await screen.findByText('Report 4');
  const reports = screen.getAllByRole('listitem');
  const getReport = (n: number) => within(reports[n]!);
  expect(getReport(0).getByText(/^Reply from the staff/)).toBeDefined();
  expect(getReport(0).getByText('He has been warned.')).toBeDefined();
  expect(getReport(1).queryByText(/^Reply from the staff/)).toBeNull();
  expect(getReport(1).getByText('Resolved without a reply.')).toBeDefined();
  expect(getReport(2).getByText('Under review')).toBeDefined();
  for (const n of [2, 3]) expect(getReport(n).queryByText(/Resolved/)).toBeNull();
});

test("shows the pictures of the member's reports", async () => {
  await open(anna, [
    buildOwnReport(1, { text_html: '<p><a class="picture" href="/uploads/1.webp"><img alt="My wall"></a></p>' }),
  ]);
  await screen.findByRole('img', { name: 'My wall' });
});

test('rejects a link to another site in a report and preserves the content', async () => {
  server.respondWith('GET /forums/member-stats', []);
  const user = await open(anna, [], '?player=Bram');
  const text = screen.getByLabelText<HTMLTextAreaElement>('What happened?');
  await user.click(text);
  await user.paste('He broke my wall');
  await user.click(screen.getByLabelText(/^Link/));
  await user.paste('https://example.org/elsewhere');
  await user.click(screen.getByRole('button', { name: 'Send report' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('This is not a link to a thread, a reply or a profile on this site.');
  expect(server.calls('POST /reports')).toEqual([]);
  expect(text.value).toBe('He broke my wall');
  server.respondWith('POST /reports', buildSuccessResponse({ id: 5 }));
  await user.clear(screen.getByLabelText(/^Link/));
  await user.click(screen.getByRole('button', { name: 'Send report' }));
  await screen.findByText('Your report has been sent.');
  await waitFor(() =>
    expect(server.calls('POST /reports')[0]?.body).toEqual({
      kind: 'player',
      username: 'Bram',
      text: 'He broke my wall',
    }),
  );
});
