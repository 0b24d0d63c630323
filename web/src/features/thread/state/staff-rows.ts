import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { DeletedPostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadActionRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { create } from 'zustand';
import { get } from '../../../shared/api/api.js';
import { useSession, onUserChange } from '../../../shared/state/session.js';

interface StaffRows {
  threadId: number | null;
  /** Staff actions on the thread, oldest first. */
  actions: ThreadActionRow[];
  /** The deleted replies that the person may see: their own, or all. */
  deleted: DeletedPostRow[];
}

const none: StaffRows = { threadId: null, actions: [], deleted: [] };
/** Rows other than replies; nothing waits for them. */
export const useStaffRows = create<StaffRows>(() => none);

// The next person may not see what the previous one saw.
onUserChange(() => useStaffRows.setState(none));

/** Maximum of each kind; the newest are loaded. */
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
