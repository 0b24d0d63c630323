import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { DeletedPostRow } from '@guildhall/domain/wire/schemas/posts.js';
import type { ThreadActionRow } from '@guildhall/domain/wire/schemas/threads.js';
import { create } from 'zustand';
import { get } from '../../../shared/api/api.js';
import { useSession, onUserChange } from '../../../shared/state/session.js';

interface StaffRows {
  threadId: number | null;
  /** What was done to the thread, oldest first. */
  actions: ThreadActionRow[];
  /** Deleted replies that the person may know of: his own, or all. */
  deleted: DeletedPostRow[];
}

const none: StaffRows = { threadId: null, actions: [], deleted: [] };
/** What stands between the replies of the open thread. Nobody waits for it. */
export const useStaffRows = create<StaffRows>(() => none);

// What one may know of, the next may not.
onUserChange(() => useStaffRows.setState(none));

/** At most so many of each, the newest. */
const maxRows = firstPage.threadActions;

export async function loadActions(threadId: number): Promise<void> {
  begin(threadId);
  const response = await get<ThreadActionRow[]>(`/forums/threads/${threadId}/acts?limit=${maxRows}`).catch(() => null);
  if (response && useStaffRows.getState().threadId === threadId) {
    useStaffRows.setState({ actions: response.body.toReversed() });
  }
}

export async function loadDeleted(threadId: number): Promise<void> {
  begin(threadId);
  const asked = personOf();
  const response = await get<DeletedPostRow[]>(`/forums/threads/${threadId}/deleted?limit=${maxRows}`).catch(
    () => null,
  );
  if (!response || asked !== personOf()) return;
  if (useStaffRows.getState().threadId === threadId) useStaffRows.setState({ deleted: response.body });
}

const personOf = () => useSession.getState().user?.id;

function begin(threadId: number): void {
  if (useStaffRows.getState().threadId !== threadId) useStaffRows.setState({ threadId, actions: [], deleted: [] });
}
