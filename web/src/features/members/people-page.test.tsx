import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MemberStat } from '../../shared/state/members.js';
import { person } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { MembersPage, StaffPage } from './people-page.js';

const people: MemberStat[] = ['Ada', 'Bram', 'Cato'].map((name, n) => ({ ...person(n + 1, name), posts: 30 - n }));
const items = () => screen.getAllByRole('listitem').map((item) => item.textContent);

test('shows a search result with its overall rank and keeps the search text', async () => {
  server.respondWith('GET /forums/member-stats', people);
  await show(<MembersPage />, { at: '/members', path: '/members' });
  await screen.findByText('Cato');
  expect(items()[0]).toContain('Rank 1');
  server.respondWith('GET /forums/member-stats', people.slice(1, 2));
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search members' });
  fireEvent.change(field, { target: { value: 'b&r ' } });
  await waitFor(() => expect(items()).toHaveLength(1));
  expect(items()[0]).toContain('Rank 2');
  expect(location.search).toBe('?search=b%26r');
  expect(server.calls('GET /forums/member-stats').at(-1)?.query.get('search')).toBe('b&r');
  expect(field.value).toBe('b&r ');
  expect(screen.getByText('1 member found')).toBeDefined();
});

test('shows no ranks in the staff list', async () => {
  server.respondWith('GET /forums/staff-stats', people);
  await show(<StaffPage />, { at: '/staff', path: '/staff' });
  await screen.findByText('Cato');
  expect(screen.queryByText(/Rank/)).toBeNull();
  expect(screen.queryByText('–')).toBeNull();
});
