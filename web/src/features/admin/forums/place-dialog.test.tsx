import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { admin, done, sectionRow, subsectionRow } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { PlaceDialog } from './place-dialog.js';
import type { PlaceTarget } from './api.js';

async function open(target: PlaceTarget) {
  for (const path of ['GET /forums/sections', 'GET /forums/permissions', 'GET /admin/roles'] as const)
    server.respondWith(path, []);
  const close = vi.fn();
  const user = await show(<PlaceDialog target={target} sections={[]} close={close} />, {
    as: admin,
    at: '/',
    path: '/',
  });
  return { user, close };
}

test('changes the rules of a section and keeps its other fields', async () => {
  server.respondWith('PUT /forums/sections/3', done({ id: 3 }));
  const section = sectionRow({ rules: 'Be kind.', allow_threads_direct: false });
  const { user, close } = await open({ edited: section, section: null });
  await user.type(screen.getByLabelText('Rules'), '\nNo spam.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(server.calls('PUT /forums/sections/3')[0]?.body).toMatchObject({
    ...{ name: 'builds', display_name: 'Builds', allow_threads_direct: false },
    rules: 'Be kind.\nNo spam.',
  });
});

test('shows no rules field for a subcategory', async () => {
  await open({ edited: subsectionRow(), section: sectionRow() });
  expect(screen.queryByLabelText('Rules')).toBeNull();
});
