import type { SiteUploadRow } from '@guildhall/domain/wire/schemas/members/uploads.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { admin, buildSuccessResponse } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { UploadsPage } from './uploads-page.js';

const id = 'a'.repeat(32);
const bram = { user_id: 12, username: 'Bram', avatar_url: null, role: null };
const row: SiteUploadRow = {
  id,
  url: `/uploads/${id}.webp`,
  thumb_url: `/uploads/${id}-small.webp`,
  width: 1_920,
  height: 1_080,
  bytes: 640_000,
  animated: false,
  created_at: '2026-03-01T12:00:00.000Z',
  ...bram,
};

function open(uploads: SiteUploadRow[] = [row]) {
  const top_members = [{ ...bram, bytes: 1_500_000_000 }];
  server.respondWith('GET /admin/uploads', { used_bytes: 2_400_000_000, allowed_bytes: 20e9, top_members, uploads });
  return show(<UploadsPage />, { as: admin, at: '/admin/uploads', path: '/admin/uploads' });
}

test('shows the space used, the members who use the most space and the newest pictures', async () => {
  await open();
  await screen.findByText('2.4 GB of 20.0 GB used');
  const table = within(screen.getByRole('region', { name: 'Members who use the most space' }));
  expect(table.getByRole('row', { name: 'Bram 1.5 GB' })).toBeDefined();
  expect(screen.getByRole('listitem').textContent).toContain('1920 × 1080 · 0.6 MB');
  fireEvent.error(screen.getByRole('img', { name: 'Picture by Bram' }));
  screen.getByText('No post shows this picture.');
});

test('warns that removing a picture is final, then removes it with a reason', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: /^Remove the picture by Bram/ }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Remove this picture by Bram?' }));
  dialog.getByText(/This cannot be undone/);
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Not ours');
  server.respondWith(`DELETE /admin/uploads/${id}`, buildSuccessResponse({ acts: ['a1'] }));
  server.respondWith('GET /admin/uploads', { used_bytes: 0, allowed_bytes: 20e9, top_members: [], uploads: [] });
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Picture removed');
  expect(server.calls(`DELETE /admin/uploads/${id}`).map(({ body }) => body)).toEqual([{ reason: 'Not ours' }]);
  await waitFor(() => screen.getByText('Nobody has uploaded a picture yet.'));
});
