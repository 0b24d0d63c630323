import { expect, test, vi } from 'vitest';
import { publishMember } from '../../shared/state/member-names.js';
import { followStaff, kinds } from './lists.js';

const buildMember = (id: number, posts: number) => ({ id, username: `m${id}`, posts, avatar_url: null, role: null });
const withRole = (row: ReturnType<typeof buildMember>) => ({ ...row, role: 'Moderator' });

test('the staff list drops members who lose their role and reloads when a member gets one', async () => {
  vi.useFakeTimers();
  const memberWithoutRole = { ...buildMember(2, 2), pos: '1' };
  expect(kinds.staff.renameRow?.(withRole(buildMember(2, 2)), memberWithoutRole)).toBeNull();
  expect(kinds.members.renameRow?.(withRole(buildMember(2, 2)), memberWithoutRole)).toEqual(buildMember(2, 2));
  const reload = vi.fn(() => Promise.resolve());
  const end = followStaff(reload);
  publishMember(memberWithoutRole);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).not.toHaveBeenCalled();
  publishMember({ ...withRole(buildMember(3, 1)), pos: '3' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).toHaveBeenCalledOnce();
  end();
  vi.useRealTimers();
});
