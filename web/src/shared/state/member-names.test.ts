import { expect, test, vi } from 'vitest';
import { namesSince, onMemberUpdate, publishMember } from './member-names.js';

const at = (position: number) => String(position).padStart(20, '0');
const named = (username: string, position: number) => ({
  ...{ id: 12, username, avatar_url: null, role: null },
  pos: at(position),
});

test("publishes only a member's newest name", () => {
  const updates = vi.fn();
  const stop = onMemberUpdate(updates);
  publishMember(named('Bruno', 9));
  publishMember(named('Bram', 7));
  publishMember(named('Bruno', 9));
  expect(updates.mock.calls).toEqual([[named('Bruno', 9)]]);
  stop();
  publishMember(named('Bryan', 11));
  expect(updates).toHaveBeenCalledOnce();
  expect(namesSince(`0000abcd.${at(10)}`)).toEqual([named('Bryan', 11)]);
  expect(namesSince(`0000abcd.${at(11)}`)).toEqual([]);
});
