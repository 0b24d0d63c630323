import { expect, test, vi } from 'vitest';
import { tellMember } from '../../shared/state/member-names.js';
import { calls, followStaff, lists, ranksOf, searchAddress } from './lists.js';

const member = (id: number, posts: number) => ({ id, username: `m${id}`, posts, avatar_url: null, role: null });
const inRole = (row: ReturnType<typeof member>) => ({ ...row, role: 'Moderator' });

test('Who stands first has rank 1, and who is not loaded has none.', () => {
  const ranks = ranksOf([member(7, 30), member(3, 20)]);
  expect([ranks.get(7), ranks.get(3), ranks.get(5)]).toEqual([1, 2, undefined]);
});

test('What is typed goes into the address as it is.', () => {
  expect(searchAddress('staff', 'a&b c')).toBe('/forums/staff-stats?search=a%26b%20c');
});

test('Of the staff is who has a role: whoever loses it goes, and whoever is given one is asked for.', async () => {
  vi.useFakeTimers();
  const answers = [[member(1, 3), member(2, 2)].map(inRole), [member(1, 3), member(3, 1)].map(inRole)];
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answers.shift() ?? [])));
  const { whole } = lists.staff;
  const names = () => whole.useList.getState().rows.map(({ username }) => username);
  const ends = [whole.open(calls.staff), followStaff('staff')];
  await vi.advanceTimersByTimeAsync(0);
  tellMember({ ...member(2, 2), pos: '1' });
  expect(names()).toEqual(['m1']);
  tellMember({ ...inRole(member(1, 3)), pos: '2', role: 'Builder' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(answers).toHaveLength(1);
  tellMember({ ...inRole(member(3, 1)), pos: '3' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(names()).toEqual(['m1', 'm3']);
  for (const end of ends) end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
