import type { ThreadFields, ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { toRowPosition } from '../../../live/positions.js';
import { createId } from '../../../shared/create-id.js';
import { ApiError, send } from '../../../shared/api/api.js';
import type { Destination } from '../../../ui/dialog/move-dialog.js';
import { getThread } from './api.js';
import { expectRow, reloadThread } from './open-thread.js';
import { applyRows } from './store.js';

type Reason = string | undefined;
type ThreadChange = Partial<ThreadFields> & { reason?: Reason };

/** Without a `version`, replaces the current text regardless of its version. */
export async function editReply(
  id: number,
  fields: { content: string; reason: Reason },
  key: string,
  version?: number,
): Promise<void> {
  const { position } = await send<WriteResponse>('PUT', `/forums/posts/${id}`, key, fields, version);
  expectRow(id, toRowPosition(position));
}

export async function removeReply(id: number, reason: Reason, key: string): Promise<void> {
  const { position } = await send<WriteResponse>('DELETE', `/forums/posts/${id}`, key, { reason });
  const pos = toRowPosition(position);
  if (pos === null) reloadThread();
  else applyRows([{ kind: 'post', id, pos, removed: true }]);
}

/**
 * The call requires both texts. Other flags are omitted because a moderator may have changed them since the page was
 * loaded.
 * Returns the id of the audit entry, which an undo needs, or undefined if nothing changed.
 */
export async function changeThread(
  { id, title, content }: ThreadRow,
  change: ThreadChange,
  key: string,
  version?: number,
): Promise<string | undefined> {
  const fields = { title, content, ...change };
  const { body } = await send<WriteResponse>('PUT', `/forums/threads/${id}`, key, fields, version);
  reloadThread();
  return body.acts?.[0];
}

export async function setFlag(thread: ThreadRow, flag: ThreadChange, key: string) {
  try {
    return await changeThread(thread, flag, key, thread.version);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'changed-since') throw error;
    const { body } = await getThread(thread.id);
    return await changeThread(body, flag, createId(), body.version);
  }
}

export async function removeThread(id: number, reason: Reason, key: string): Promise<string | undefined> {
  return (await send<WriteResponse>('DELETE', `/forums/threads/${id}`, key, { reason })).body.acts?.[0];
}

/** If authors delete their own thread, there is no audit entry to undo. */
export async function restoreThread(id: number, key: string): Promise<void> {
  await send<WriteResponse>('POST', `/forums/threads/${id}/restore`, key);
}

export async function moveThread(id: number, { sectionId, subsectionId, reason }: Destination, key: string) {
  const fields = { section_id: sectionId, subsection_id: subsectionId, reason };
  const { body } = await send<WriteResponse>('POST', `/forums/threads/${id}/move`, key, fields);
  reloadThread();
  return body.acts?.[0];
}

export async function markSolution(threadId: number, postId: number | null, key: string) {
  const fields = { post_id: postId };
  const { body } = await send<WriteResponse>('PUT', `/forums/threads/${threadId}/solution`, key, fields);
  reloadThread();
  return body.acts?.[0];
}

export async function undoAction(entryId: string, key: string): Promise<void> {
  await send<WriteResponse>('POST', `/admin/audit/${entryId}/undo`, key);
  reloadThread();
}
