import { adminRole, guestRole, memberRole } from '@guildhall/domain/roles.js';
import { expect, test } from 'vitest';
import {
  getColumnState,
  listEntriesToSend,
  computeEffectiveFlags,
  toOwnFlags,
  getRowState,
  hasSameFlags,
  isSectionHidden,
  getVisibleFlags,
  withColumn,
  withFlag,
  clearOwnFlags,
  withRow,
  type Matrix,
} from './matrix.js';

const builder = 7;
const roles = [adminRole.id, memberRole.id, builder];
const empty: Matrix = { own: new Map(), section: null };
const buildRow = (role_id: number, can_view: boolean) => ({
  id: 1,
  section_id: 3,
  subsection_id: null,
  role_id,
  can_view,
  can_post: true,
  can_reply: true,
  can_delete_post: false,
  can_emoji_react: true,
});

test("a role without its own flags uses Member's, or else all flags except deletion", () => {
  expect(getVisibleFlags(empty, builder)).toMatchObject({ can_view: true, can_post: true, can_delete_post: false });
  const hiddenFromMembers = withFlag(empty, memberRole.id, 'can_view', false);
  expect(getVisibleFlags(hiddenFromMembers, builder)).toMatchObject({ can_view: false, can_post: true });
  expect(hiddenFromMembers.own.has(builder)).toBe(false);
});

test("setting a role's first flag copies its inherited flags", () => {
  const hiddenFromBuilders = withFlag(empty, builder, 'can_view', false);
  expect(hiddenFromBuilders.own.get(builder)).toEqual({ ...getVisibleFlags(empty, builder), can_view: false });
  expect(getVisibleFlags(hiddenFromBuilders, memberRole.id).can_view).toBe(true);
  expect(clearOwnFlags(hiddenFromBuilders, builder).own.size).toBe(0);
});

test('setting a flag for every role uses as few entries as possible', () => {
  const withoutPosting = withColumn(empty, roles, 'can_post', false);
  expect([...withoutPosting.own.keys()]).toEqual([memberRole.id]);
  expect(getColumnState(withoutPosting, roles, 'can_post')).toBe('none');
  const matrixWithDelete = withColumn(empty, roles, 'can_delete_post', true);
  expect([...matrixWithDelete.own.keys()]).toEqual([memberRole.id, builder]);
  expect(getColumnState(withFlag(matrixWithDelete, builder, 'can_delete_post', false), roles, 'can_delete_post')).toBe(
    'some',
  );
});

test('sets only the view flag for guests, who otherwise follow Member', () => {
  const withGuests = [...roles, guestRole.id];
  expect(getVisibleFlags(withFlag(empty, memberRole.id, 'can_view', false), guestRole.id).can_view).toBe(false);
  const closedToGuests = withFlag(empty, guestRole.id, 'can_view', false);
  expect([...closedToGuests.own.keys()]).toEqual([guestRole.id]);
  const open = withColumn(closedToGuests, withGuests, 'can_view', true);
  expect(listEntriesToSend(open.own)).toEqual([
    { role_id: guestRole.id, can_view: 1, can_post: 0, can_reply: 0, can_delete_post: 0, can_emoji_react: 0 },
  ]);
  const matrixWithDelete = withColumn(closedToGuests, withGuests, 'can_delete_post', true);
  expect(matrixWithDelete.own.get(guestRole.id)).toEqual(closedToGuests.own.get(guestRole.id));
  expect(getColumnState(matrixWithDelete, withGuests, 'can_delete_post')).toBe('all');
});

test("sets all of a role's flags at once", () => {
  expect(getRowState(empty, builder)).toBe('some');
  expect(getRowState(withRow(empty, builder, true), builder)).toBe('all');
  expect(getRowState(withRow(empty, builder, false), builder)).toBe('none');
});

test("a subsection inherits its section's flags and is hidden along with it", () => {
  const section = toOwnFlags([buildRow(builder, false)]);
  const subsectionMatrix = withFlag({ own: new Map(), section }, builder, 'can_view', true);
  expect(isSectionHidden(subsectionMatrix, builder)).toBe(true);
  expect(isSectionHidden(subsectionMatrix, memberRole.id)).toBe(false);
  expect(computeEffectiveFlags(subsectionMatrix, builder).can_view).toBe(false);
  expect(getVisibleFlags(subsectionMatrix, builder).can_view).toBe(true);
});

test('sends unchanged permission entries back exactly as the server sent them', () => {
  const ownFlags = toOwnFlags([buildRow(builder, false), buildRow(99, true)]);
  expect(listEntriesToSend(ownFlags)).toEqual([
    { role_id: builder, can_view: 0, can_post: 1, can_reply: 1, can_delete_post: 0, can_emoji_react: 1 },
    { role_id: 99, can_view: 1, can_post: 1, can_reply: 1, can_delete_post: 0, can_emoji_react: 1 },
  ]);
  expect(hasSameFlags(ownFlags, toOwnFlags([buildRow(99, true), buildRow(builder, false)]))).toBe(true);
  expect(hasSameFlags(ownFlags, withFlag({ own: ownFlags, section: null }, builder, 'can_post', false).own)).toBe(
    false,
  );
  const remainingFlags = clearOwnFlags({ own: ownFlags, section: null }, builder).own;
  expect([hasSameFlags(remainingFlags, ownFlags), hasSameFlags(ownFlags, remainingFlags)]).toEqual([false, false]);
});
