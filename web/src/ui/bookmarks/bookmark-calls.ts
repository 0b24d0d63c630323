import type { Bookmark, BookmarkTarget } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { send } from '../../shared/api/api.js';
import { bookmarkChanges } from '../../shared/state/own-changes.js';
import { showUndoToast } from '../../shared/undo-toast.js';
import { texts } from './texts.js';

type Content = Pick<Bookmark, 'note' | 'remind_at'>;

const buildAddress = ({ kind, id }: BookmarkTarget): string => `/bookmarks/${kind}/${id}`;

export async function saveBookmark(target: BookmarkTarget, content: Content, key: string): Promise<void> {
  await send('PUT', buildAddress(target), key, content);
  bookmarkChanges.notify();
}

/** `isAvailable` is false if the target is deleted or hidden, in which case its bookmark cannot be restored. */
export async function removeBookmark(bookmark: Bookmark, key: string, isAvailable = true): Promise<void> {
  await send('DELETE', buildAddress(bookmark), key);
  bookmarkChanges.notify();
  const { note, remind_at } = bookmark;
  const isPast = remind_at !== null && new Date(remind_at) <= new Date();
  const content = { note, remind_at: isPast ? null : remind_at };
  const undo = {
    run: (undoKey: string) => saveBookmark(bookmark, content, undoKey),
    done: texts.restored,
    failureText: texts.failed,
  };
  showUndoToast(texts.removed, isAvailable ? undo : null);
}
