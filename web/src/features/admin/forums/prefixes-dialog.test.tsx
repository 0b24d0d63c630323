import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { admin, done, sectionRow } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { PrefixesDialog } from './prefixes-dialog.js';

const bug = { id: 71, label: 'Bug', color: 'red' } as const;
const idea = { id: 72, label: 'Idea', color: 'blue' } as const;

test('adds, renames, orders and removes the prefixes of a section', async () => {
  server.respondWith('PUT /forums/sections/3/prefixes', done({ id: 3 }));
  server.respondWith('GET /forums/sections', []);
  server.respondWith('GET /forums/permissions', []);
  server.respondWith('GET /admin/roles', []);
  const close = vi.fn();
  const section = sectionRow({ prefixes: [bug, idea, { id: 73, label: 'Old', color: 'grey' }] });
  const user = await show(<PrefixesDialog section={section} close={close} />, { as: admin, at: '/', path: '/' });
  await user.click(screen.getByRole('button', { name: 'Delete: Old' }));
  await user.click(screen.getByRole('button', { name: 'Move up: Idea' }));
  await user.click(screen.getByRole('button', { name: 'Add prefix' }));
  const labels = () => screen.getAllByLabelText('Label');
  expect(document.activeElement).toBe(labels()[2]);
  await user.keyboard('New');
  await user.type(labels()[1] as HTMLElement, 's');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(server.calls('PUT /forums/sections/3/prefixes')[0]?.body).toEqual({
    prefixes: [idea, { ...bug, label: 'Bugs' }, { label: 'New', color: 'grey' }],
  });
});
