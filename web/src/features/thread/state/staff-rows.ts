import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { DeletedPostRow } from '@guildhall/domain/wire/schemas/posts.js';
import type { ThreadActRow } from '@guildhall/domain/wire/schemas/threads.js';
import { create } from 'zustand';
import { get } from '../../../shared/api/api.js';
import { useSession, whenPersonChanges } from '../../../shared/state/session.js';

interface StaffRows {
  threadId: number | null;
  /** What was done to the thread, oldest first. */
  acts: ThreadActRow[];
  /** Deleted replies that the person may know of: his own, or all. */
  deleted: DeletedPostRow[];
}

const none: StaffRows = { threadId: null, acts: [], deleted: [] };
/** What stands between the replies of the open thread. Nobody waits for it. */
export const useStaffRows = create<StaffRows>(() => none);

// What one may know of, the next may not.
whenPersonChanges(() => useStaffRows.setState(none));

/** At most so many of each, the newest. */
const most = firstPage.threadActs;

export async function loadActs(threadId: number): Promise<void> {
  begin(threadId);
  const answer = await get<ThreadActRow[]>(`/forums/threads/${threadId}/acts?limit=${most}`).catch(() => null);
  if (answer && useStaffRows.getState().threadId === threadId) {
    useStaffRows.setState({ acts: answer.body.toReversed() });
  }
}

export async function loadDeleted(threadId: number): Promise<void> {
  begin(threadId);
  const asked = personOf();
  const answer = await get<DeletedPostRow[]>(`/forums/threads/${threadId}/deleted?limit=${most}`).catch(() => null);
  if (!answer || asked !== personOf()) return;
  if (useStaffRows.getState().threadId === threadId) useStaffRows.setState({ deleted: answer.body });
}

const personOf = () => useSession.getState().user?.id;

function begin(threadId: number): void {
  if (useStaffRows.getState().threadId !== threadId) useStaffRows.setState({ threadId, acts: [], deleted: [] });
}
