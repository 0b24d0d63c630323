import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { threadSummary } from '../../../testing/rows.js';
import { show } from '../../../testing/show.js';
import { RecentPosts } from './recent-posts.js';
import { useHome } from './store.js';

test('shows the prefix of a thread before its title', async () => {
  const row = threadSummary({ title: 'It breaks', prefix: { id: 71, label: 'Bug', color: 'red' } });
  useHome.setState({ byId: { [row.id]: row }, removed: {}, status: 'ready' });
  await show(<RecentPosts />, { at: '/', path: '/' });
  expect(screen.getByRole('link', { name: /Bug It breaks/ }).getAttribute('href')).toBe('/forums/thread/7');
});

test('shows the picture of the last author', async () => {
  const row = threadSummary({ title: 'Bridges', last_username: 'Cato', last_avatar_url: '/api/pictures/cato' });
  useHome.setState({ byId: { [row.id]: row }, removed: {}, status: 'ready' });
  await show(<RecentPosts />, { at: '/', path: '/' });
  const link = screen.getByRole('link', { name: /Bridges/ });
  expect(link.querySelector('img')?.getAttribute('src')).toBe('/api/pictures/cato');
});
