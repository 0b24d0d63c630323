import { expect, test, vi } from 'vitest';
import { publishMember } from '../../shared/state/member-names.js';
import { followStaff, kinds } from './lists.js';

const member = (id: number, posts: number) => ({ id, username: `m${id}`, posts, avatar_url: null, role: null });
const inRole = (row: ReturnType<typeof member>) => ({ ...row, role: 'Moderator' });

test('the staff list drops members who lose their role and reloads when a member gets one', async () => {
  vi.useFakeTimers();
  const without = { ...member(2, 2), pos: '1' };
  expect(kinds.staff.named?.(inRole(member(2, 2)), without)).toBeNull();
  expect(kinds.members.named?.(inRole(member(2, 2)), without)).toEqual(member(2, 2));
  const reload = vi.fn(() => Promise.resolve());
  const end = followStaff(reload);
  publishMember(without);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).not.toHaveBeenCalled();
  publishMember({ ...inRole(member(3, 1)), pos: '3' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).toHaveBeenCalledOnce();
  end();
  vi.useRealTimers();
});
