import { expect, test, vi } from 'vitest';
import { namesSince, onMemberUpdate, publishMember } from './member-names.js';

const at = (position: number) => String(position).padStart(20, '0');
const namesAt = (username: string, position: number) => ({
  id: 12,
  username,
  avatar_url: null,
  role: null,
  pos: at(position),
});

test("publishes only a member's newest name", () => {
  const updates = vi.fn();
  const stop = onMemberUpdate(updates);
  publishMember(namesAt('Bruno', 9));
  publishMember(namesAt('Bram', 7));
  publishMember(namesAt('Bruno', 9));
  expect(updates.mock.calls).toEqual([[namesAt('Bruno', 9)]]);
  stop();
  publishMember(namesAt('Bryan', 11));
  expect(updates).toHaveBeenCalledOnce();
  expect(namesSince(`0000abcd.${at(10)}`)).toEqual([namesAt('Bryan', 11)]);
  expect(namesSince(`0000abcd.${at(11)}`)).toEqual([]);
});
