import { expect, test, vi } from 'vitest';
import { listNamesSince, onMemberUpdate, publishMember } from './member-names.js';

const at = (position: number) => String(position).padStart(20, '0');
const createNames = (username: string, position: number) => ({
  id: 12,
  username,
  avatar_url: null,
  role: null,
  pos: at(position),
});

test("publishes only a member's newest name", () => {
  const updates = vi.fn();
  const stop = onMemberUpdate(updates);
  publishMember(createNames('Bruno', 9));
  publishMember(createNames('Bram', 7));
  publishMember(createNames('Bruno', 9));
  expect(updates.mock.calls).toEqual([[createNames('Bruno', 9)]]);
  stop();
  publishMember(createNames('Bryan', 11));
  expect(updates).toHaveBeenCalledOnce();
  expect(listNamesSince(`0000abcd.${at(10)}`)).toEqual([createNames('Bryan', 11)]);
  expect(listNamesSince(`0000abcd.${at(11)}`)).toEqual([]);
});
