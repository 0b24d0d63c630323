import { expect, test } from 'vitest';
import type { Bookmark } from '../../vault/bookmarks.js';
import type { Vault } from '../../vault/vault.js';
import { createBookmark, formatHour, buildAccount } from './vault-samples.js';

export function testBookmarks(vault: () => Vault): void {
  const save = (bookmark: Bookmark, max = 10) => vault().saveBookmark(bookmark, max);
  const listBookmarkIds = async (userId: number, beforeOrder: string | null = null, limit = 10) =>
    (await vault().findBookmarksBefore(userId, beforeOrder, limit)).map(({ targetId }) => targetId);

  test("paginates a member's bookmarks, newest first", async () => {
    for (const target of [1, 2, 3]) await save(createBookmark(1, target));
    await save(createBookmark(2, 4));
    expect(await listBookmarkIds(1, null, 2)).toEqual([3, 2]);
    expect(await listBookmarkIds(1, createBookmark(1, 2).order)).toEqual([1]);
    expect(await vault().findBookmarksInThread(1, 2)).toEqual([createBookmark(1, 2)]);
  });

  test("a bookmark's note and reminder can be changed without moving it in the list", async () => {
    for (const target of [1, 2]) await save(createBookmark(1, target));
    const updatedBookmark = {
      ...createBookmark(1, 1),
      note: 'new',
      remindAt: formatHour(3),
      createdAt: formatHour(9),
      order: '9',
    };
    expect(await save(updatedBookmark, 0)).toBe(true);
    expect(await vault().findBookmarksBefore(1, null, 10)).toEqual([
      createBookmark(1, 2),
      { ...createBookmark(1, 1), note: 'new', remindAt: formatHour(3) },
    ]);
  });

  test('limits the bookmarks per member, and removing one makes room for another', async () => {
    for (const target of [1, 2]) expect(await save(createBookmark(1, target), 2)).toBe(true);
    expect(await save(createBookmark(1, 3), 2)).toBe(false);
    expect(await save(createBookmark(2, 3), 2)).toBe(true);
    expect(await vault().removeBookmark(createBookmark(1, 1).id)).toBe(true);
    expect(await vault().removeBookmark(createBookmark(1, 1).id)).toBe(false);
    expect(await save(createBookmark(1, 3), 2)).toBe(true);
    expect(await listBookmarkIds(1)).toEqual([3, 2]);
  });

  test('finds due reminders and ends each only once unless it was postponed', async () => {
    await save({ ...createBookmark(1, 1), remindAt: formatHour(2) });
    await save({ ...createBookmark(1, 2), remindAt: formatHour(1) });
    await save({ ...createBookmark(1, 3), remindAt: formatHour(4) });
    await save(createBookmark(1, 4));
    await save({ ...createBookmark(2, 1), remindAt: formatHour(2) });
    const findDue = async (userId: number) =>
      (await vault().findDueReminders(userId, formatHour(2), 10)).map(({ targetId }) => targetId);
    expect(await findDue(1)).toEqual([2, 1]);
    const remindersInRange = await vault().findRemindersBetween(formatHour(1), formatHour(2), 10);
    expect(remindersInRange.map(({ userId, targetId }) => [userId, targetId])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    const { id } = createBookmark(1, 1);
    expect(await vault().endReminder(id, formatHour(1))).toBe(false);
    expect(await vault().endReminder(id, formatHour(2))).toBe(true);
    expect(await vault().endReminder(id, formatHour(2))).toBe(false);
    expect(await findDue(1)).toEqual([2]);
    expect(await findDue(2)).toEqual([1]);
    expect(await listBookmarkIds(1)).toEqual([4, 3, 2, 1]);
  });

  test.each([true, false])("removes an erased account's bookmarks (key dropped: %s)", async (dropKey) => {
    await vault().createAccount(buildAccount(1, 'Steve'));
    for (const user of [1, 2]) await save(createBookmark(user, 1));
    await vault().eraseAccount(1, dropKey);
    expect(await listBookmarkIds(1)).toEqual([]);
    expect(await listBookmarkIds(2)).toEqual([1]);
  });
}
