import { memberRole } from '@guildhall/domain/roles.js';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { admin, buildMe } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { Sidebar } from './sidebar.js';

const helper = buildMe('Mo', 14, { permissions: [...memberRole.keys, 'access_admin_panel'] });

test('the sidebar lists only pages that the viewer can open and highlights the current page', async () => {
  await show(<Sidebar />, { as: helper, at: '/admin/dashboard', path: '/admin/dashboard' });
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Dashboard']);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Dashboard');
});

test.each([
  ['/admin/game-servers/7', 'Game servers'],
  ['/admin/users/12', 'User management'],
  ['/admin/ban/12', 'User management'],
])('the sidebar highlights the page to which %s belongs', async (path, name) => {
  server.respondWith('GET /admin/reports/count', { open: 0 });
  await show(<Sidebar />, { as: admin, at: path, path });
  expect(screen.getByRole('link', { current: true }).textContent).toBe(name);
});

test('this browser remembers whether the sidebar is collapsed', async () => {
  const user = await show(<Sidebar />, { as: helper });
  await user.click(screen.getByRole('button', { name: 'Hide sidebar' }));
  expect(screen.queryByRole('link')).toBeNull();
  for (const name of ['Show sidebar', 'Hide sidebar']) {
    cleanup();
    const again = await show(<Sidebar />, { as: helper });
    await again.click(screen.getByRole('button', { name }));
  }
  cleanup();
  await show(<Sidebar />, { as: helper });
  expect(screen.getByRole('button', { name: 'Show sidebar' })).toBeDefined();
});
