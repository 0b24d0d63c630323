import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildSectionRow, buildSubsectionRow } from '../testing/rows.js';
import { show } from '../testing/show.js';
import { PlaceRow } from './place-row.js';

test("a place row shows the newest thread's prefix before its title", async () => {
  const prefix = { id: 71, label: 'Bug', color: 'red' } as const;
  const newest = { id: 7, title: 'It breaks', user_id: 12, username: 'Bram', at: '2026-03-01T12:00:00.000Z' };
  const section = buildSectionRow({ last_thread: { ...newest, prefix } });
  await show(<PlaceRow place={{ section, subsection: null }} />, { at: '/forums', path: '/forums' });
  expect(screen.getByRole('link', { name: 'Bug It breaks' }).getAttribute('href')).toBe('/forums/thread/7');
});

test("a place row includes its subcategories' threads in its count", async () => {
  const section = buildSectionRow({
    thread_count: 2,
    post_count: 5,
    subcategories: [buildSubsectionRow({ thread_count: 1, post_count: 4 })],
  });
  await show(<PlaceRow place={{ section, subsection: null }} />);
  expect(screen.getByText('3 threads · 9 posts')).toBeDefined();
});
