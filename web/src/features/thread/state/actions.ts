import type { ThreadFields, ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { rowPosition } from '../../../live/positions.js';
import { ApiError, type ApiResponse } from '../../../shared/api/api.js';
import { showUndoToast } from '../../../shared/undo-toast.js';
import type { Destination } from '../../../ui/dialog/move-dialog.js';
import {
  deleteReply,
  deleteThread,
  moveThread,
  putReply,
  putThread,
  restoreReply,
  restoreThread,
  undoAction,
} from './edit-api.js';
import { getThread } from './api.js';
import { expectRow, reloadThread } from './open-thread.js';
import { applyRows } from './store.js';
import { texts } from '../moderation/texts.js';

export async function editReply(id: number, content: string, key: string, version?: number): Promise<void> {
  const { position } = await putReply(id, content, key, version);
  expectRow(id, rowPosition(position));
}

export async function removeReply(id: number, key: string): Promise<void> {
  const pos = rowPosition((await deleteReply(id, key)).position);
  if (pos === null) reloadThread();
  else applyRows([{ kind: 'post', id, pos, removed: true }]);
}

export async function restoreDeleted(id: number, key: string): Promise<void> {
  const { position } = await restoreReply(id, key);
  expectRow(id, rowPosition(position));
}

/** Shows a toast, with an undo button for those who may undo. */
export function offerUndo(text: string, undo: ((key: string) => Promise<void>) | null): void {
  showUndoToast(text, undo && { run: undo, done: texts.undone(text), failed: texts.notUndone });
}

export async function changeThread(
  thread: ThreadRow,
  change: Partial<ThreadFields>,
  key: string,
  version?: number,
): Promise<void> {
  await putThread(thread.id, { ...fieldsOf(thread), ...change }, key, version);
  reloadThread();
}

/** Receives the id of the event, which the undo needs; undefined if nothing changed. */
type Done = (act: string | undefined) => void;
type Written = ApiResponse<WriteResponse>;

/** Sets or clears a flag; no other field changes, even if someone has just edited the thread. */
export async function setFlag(thread: ThreadRow, flag: Partial<ThreadFields>, key: string, done: Done): Promise<void> {
  let written: Written;
  try {
    written = await putThread(thread.id, { ...fieldsOf(thread), ...flag }, key, thread.version);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'changed-since') throw error;
    const { body } = await getThread(thread.id);
    written = await putThread(thread.id, { ...fieldsOf(body), ...flag }, crypto.randomUUID(), body.version);
  }
  reloadThread();
  done(written.body.acts?.[0]);
}

function fieldsOf({ title, content, locked, sticky }: ThreadRow): ThreadFields {
  return { title, content, locked, sticky };
}

export async function removeThread(id: number, key: string, done: Done): Promise<void> {
  done((await deleteThread(id, key)).body.acts?.[0]);
}

/** Restores the author's own thread; the audit has no entry to undo. */
export async function undeleteThread(id: number, key: string): Promise<void> {
  await restoreThread(id, key);
}

export async function moveTo(id: number, place: Destination, key: string, done: Done): Promise<void> {
  const { body } = await moveThread(id, place, key);
  reloadThread();
  done(body.acts?.[0]);
}

export async function undoChange(act: string, key: string): Promise<void> {
  await undoAction(act, key);
  reloadThread();
}
