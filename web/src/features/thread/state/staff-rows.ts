import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { Bookmark } from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { DeletedPostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadActionRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { get } from '../../../shared/api/api.js';
import { useThread, type ThreadState } from './store.js';

const maxRows = firstPage.threadActions;

export function loadActions(threadId: number): Promise<void> {
  const path = `/forums/threads/${threadId}/acts?limit=${maxRows}`;
  return loadInto(path, (rows: ThreadActionRow[]) => ({ actions: [...rows].reverse() }));
}

export function loadDeleted(threadId: number): Promise<void> {
  const path = `/forums/threads/${threadId}/deleted?limit=${maxRows}`;
  return loadInto(path, (rows: DeletedPostRow[]) => ({ deletedRows: rows }));
}

export const loadBookmarks = (threadId: number): Promise<void> =>
  loadInto(`/bookmarks/threads/${threadId}`, (bookmarks: Bookmark[]) => ({ bookmarks }));

/** Ignores responses that arrive after the visit because the next person may not be permitted to see them. */
export async function loadInto<Body>(path: string, change: (body: Body) => Partial<ThreadState>): Promise<void> {
  const { visit } = useThread.getState();
  const response = await get<Body>(path).catch(() => null);
  if (response && useThread.getState().visit === visit) useThread.setState(change(response.body));
}
