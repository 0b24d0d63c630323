import type { DeletedPostRow, ThreadActRow } from '@guildhall/domain/wire/reading.js';
import { create } from 'zustand';
import { get } from '../../shared/api.js';
import { useSession, whenPersonChanges } from '../../shared/session.js';

interface ThreadLines {
  threadId: number | null;
  /** What was done to the thread, oldest first. */
  acts: ThreadActRow[];
  /** Deleted replies that the person may know of: his own, or all. */
  deleted: DeletedPostRow[];
}

const none: ThreadLines = { threadId: null, acts: [], deleted: [] };
/** What stands between the replies of the open thread. Nobody waits for it. */
export const useThreadLines = create<ThreadLines>(() => none);

// What one may know of, the next may not.
whenPersonChanges(() => useThreadLines.setState(none));

/** At most so many of each, the newest. */
const most = 100;

export async function loadActs(threadId: number): Promise<void> {
  begin(threadId);
  const answer = await get<ThreadActRow[]>(`/forums/threads/${threadId}/acts?limit=${most}`).catch(() => null);
  if (answer && useThreadLines.getState().threadId === threadId) {
    useThreadLines.setState({ acts: answer.body.toReversed() });
  }
}

export async function loadDeleted(threadId: number): Promise<void> {
  begin(threadId);
  const asked = personOf();
  const answer = await get<DeletedPostRow[]>(`/forums/threads/${threadId}/deleted?limit=${most}`).catch(() => null);
  if (!answer || asked !== personOf()) return;
  if (useThreadLines.getState().threadId === threadId) useThreadLines.setState({ deleted: answer.body });
}

const personOf = () => useSession.getState().user?.id;

function begin(threadId: number): void {
  if (useThreadLines.getState().threadId !== threadId) useThreadLines.setState({ threadId, acts: [], deleted: [] });
}
