import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { MemberStat } from '../../shared/state/members.js';
import { buildPerson } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { MembersPage, StaffPage } from './people-page.js';

const people: MemberStat[] = ['Ada', 'Bram', 'Cato'].map((name, n) => ({ ...buildPerson(n + 1, name), posts: 30 - n }));
beforeEach(() => server.respondWith('GET /game-accounts', []));
const getItems = () => screen.getAllByRole('listitem').map((item) => item.textContent);

test('shows a search result with its overall rank and preserves the search text', async () => {
  server.respondWith('GET /forums/member-stats', people);
  await show(<MembersPage />, { at: '/members', path: '/members' });
  await screen.findByText('Cato');
  expect(getItems()[0]).toContain('Rank 1');
  server.respondWith('GET /forums/member-stats', people.slice(1, 2));
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search members' });
  fireEvent.change(field, { target: { value: 'b&r ' } });
  await waitFor(() => expect(getItems()).toHaveLength(1));
  expect(getItems()[0]).toContain('Rank 2');
  expect(location.search).toBe('?search=b%26r');
  expect(server.calls('GET /forums/member-stats').at(-1)?.query.get('search')).toBe('b&r');
  expect(field.value).toBe('b&r ');
  expect(screen.getByText('1 member found')).toBeDefined();
});

test('groups staff by role, Admins first', async () => {
  const roles = ['Moderator', 'Builder', 'Admin', 'Builder'];
  const staff = roles.map((role, n) => ({ ...buildPerson(n + 1, `Person${n}`), role, posts: 30 - n }));
  server.respondWith('GET /forums/staff-stats', staff);
  await show(<StaffPage />, { at: '/staff', path: '/staff' });
  await screen.findByText('Person0');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Admin',
    'Builder',
    'Moderator',
  ]);
  expect(getItems().map((item) => item?.match(/Person\d/)?.[0])).toEqual(['Person2', 'Person1', 'Person3', 'Person0']);
});

test('shows no ranks in the staff list', async () => {
  server.respondWith(
    'GET /forums/staff-stats',
    people.map((row) => ({ ...row, role: 'Admin' })),
  );
  await show(<StaffPage />, { at: '/staff', path: '/staff' });
  await screen.findByText('Cato');
  expect(screen.queryByText(/Rank/)).toBeNull();
  expect(screen.queryByText('–')).toBeNull();
});

test("shows each member's game accounts next to their name", async () => {
  server.respondWith('GET /forums/member-stats', people);
  const buildAccount = (id: number, name: string, head: string | null = null) => ({
    id,
    name,
    edition: 'java' as const,
    head,
  });
  const accounts = [buildAccount(1, 'Bramble', '/heads/1.webp'), buildAccount(2, 'Bram2'), buildAccount(3, 'Bram3')];
  server.respondWith('GET /game-accounts', [{ user_id: 2, accounts }]);
  await show(<MembersPage />, { at: '/members', path: '/members' });
  await screen.findByText('Bramble');
  expect(getItems()[1]).toMatch(/BramBramble(?!Bram2)/);
  expect(document.querySelector('img[src="/heads/1.webp"]')).not.toBeNull();
  expect(server.calls('GET /game-accounts').map(({ query }) => query.get('members'))).toEqual(['1,2,3']);
});
