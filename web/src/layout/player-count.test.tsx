import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSite } from '../shared/state/site.js';
import { admin, anna } from '../testing/rows.js';
import { show } from '../testing/show.js';
import { PlayerCount } from './player-count.js';

const setPlayers = (players: { count: number; unknown_since: string | null; counted: boolean }) =>
  act(() => useSite.setState({ pos: '1'.padStart(20, '0'), players }));
const notCounted = { count: 0, unknown_since: null, counted: false };

test.each([
  ['a guest', null],
  ['a member', anna],
])('shows no player count to %s if no status service is set', async (_, as) => {
  await show(<PlayerCount className="" />, { as });
  setPlayers(notCounted);
  expect(document.body.textContent).toBe('');
});

test('links an Admin to the settings if no status service is set', async () => {
  await show(<PlayerCount className="" />, { as: admin });
  expect(screen.queryByRole('link')).toBeNull();
  setPlayers(notCounted);
  expect(screen.getByRole('link', { name: 'Players: not set up' }).getAttribute('href')).toBe('/admin/settings');
});

test('shows 0 players while the service fails, and how long the count has been unknown', async () => {
  await show(<PlayerCount className="" />);
  setPlayers({ count: 0, unknown_since: '2026-11-21T12:00:00.000Z', counted: true });
  expect(screen.getByText(/playing/).textContent).toMatch(/^0 playing\(unknown since .*22 nov 2026.*\)$/);
});
