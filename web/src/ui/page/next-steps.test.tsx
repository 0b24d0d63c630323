import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildThreadSummary } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { NextSteps } from './next-steps.js';

test('suggests the latest threads and a search', async () => {
  server.respondWith('GET /forums/recent', [buildThreadSummary({ id: 4, title: 'Winter season' })]);
  const user = await show(<NextSteps />);
  const link = await screen.findByRole('link', { name: 'Winter season' });
  expect(link.getAttribute('href')).toBe('/forums/thread/4');
  await user.type(screen.getByRole('searchbox', { name: 'Search the forums' }), ' old harbour {Enter}');
  expect(location.pathname + location.search).toBe('/search?q=old+harbour');
});

test('omits the search if the page has one, and the latest threads if there are none', async () => {
  server.respondWith('GET /forums/recent', []);
  await show(<NextSteps hasSearch />);
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Latest threads' })).toBeNull());
  expect(server.calls('GET /forums/recent')).toHaveLength(1);
  expect(screen.queryByRole('searchbox')).toBeNull();
});
