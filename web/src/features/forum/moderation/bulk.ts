import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { BulkResult } from '@guildhall/domain/wire/schemas/staff/users.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { isTransient, getMessage, send } from '../../../shared/api/api.js';
import { useSession } from '../../../shared/state/session.js';
import type { Destination } from '../../../ui/dialog/move-dialog.js';
import { texts, type BulkAction } from './texts.js';

export type ListedThread = Pick<ThreadSummary, 'id' | 'title' | 'user_id'>;

export interface ThreadFault {
  thread: ListedThread;
  message: string;
}

export interface ThreadChange {
  thread: ListedThread;
  acts: readonly string[];
}

export interface BulkOutcome {
  changedThreads: ThreadChange[];
  unchangedCount: number;
  faults: ThreadFault[];
}

type BulkResponse = WriteResponse & { results: BulkResult[] };

/** @throws ApiError if the whole call is refused, NetworkError if there is no response */
export async function changeThreads(
  action: BulkAction,
  threads: readonly ListedThread[],
  key: string,
  { to, reason }: { to?: Destination | undefined; reason?: string | undefined } = {},
): Promise<BulkOutcome> {
  const ids = threads.map(({ id }) => id);
  const place = to && { section_id: to.sectionId, subsection_id: to.subsectionId };
  const body = { action, ids, ...place, reason: reason ?? to?.reason };
  const { results } = (await send<BulkResponse>('POST', '/forums/threads/bulk', key, body)).body;
  const outcome: BulkOutcome = { changedThreads: [], unchangedCount: 0, faults: [] };
  threads.forEach((thread, n) => {
    const { success = false, acts = [], error = texts.failed } = results[n] ?? {};
    if (!success) outcome.faults.push({ thread, message: error });
    else if (acts.length === 0) outcome.unchangedCount += 1;
    else outcome.changedThreads.push({ thread, acts });
  });
  return outcome;
}

const maxParallelCalls = 4;

/**
 * Skips threads that someone else has changed since. `getKey` must return the same idempotency key for a retry.
 * @returns the failures, and in `retryable` those worth retrying
 */
export async function undoChanges(
  action: BulkAction,
  changes: readonly ThreadChange[],
  getKey: (entryId: string) => string,
): Promise<{ faults: ThreadFault[]; retryable: ThreadChange[] }> {
  const queue = [...changes];
  const faults: ThreadFault[] = [];
  const retryable: ThreadChange[] = [];
  const work = async () => {
    for (let change = queue.shift(); change; change = queue.shift()) {
      try {
        await undoChange(action, change, getKey);
      } catch (error) {
        faults.push({ thread: change.thread, message: getMessage(error, texts.undoFailed) });
        if (isTransient(error)) retryable.push(change);
      }
    }
  };
  await Promise.all(Array.from({ length: maxParallelCalls }, work));
  return { faults, retryable };
}

/** If authors delete their own thread, there is no audit entry to undo, so the thread is restored instead. */
async function undoChange(
  action: BulkAction,
  { thread, acts }: ThreadChange,
  getKey: (entryId: string) => string,
): Promise<void> {
  const isOwnDeletion = action === 'delete' && thread.user_id === useSession.getState().user?.id;
  for (const entryId of [...acts].reverse()) {
    const path = isOwnDeletion ? `/forums/threads/${thread.id}/restore` : `/admin/audit/${entryId}/undo`;
    await send<WriteResponse>('POST', path, getKey(entryId), {});
  }
}
