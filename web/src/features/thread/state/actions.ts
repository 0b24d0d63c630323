import type { ThreadFields, ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { rowPosition } from '../../../live/positions.js';
import { ApiError, messageOf, type ApiResponse } from '../../../shared/api/api.js';
import { showError, showToast } from '../../../shared/toast.js';
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

/**
 * Null on success, else the reason for the failure: the server's, or the specification's where the server gave none.
 */
export type Outcome = string | null;

async function outcome(act: () => Promise<void>, otherwise: string): Promise<Outcome> {
  try {
    await act();
    return null;
  } catch (error) {
    return messageOf(error, otherwise);
  }
}

export function editReply(id: number, content: string, key: string, version?: number): Promise<Outcome> {
  return outcome(async () => {
    const { position } = await putReply(id, content, key, version);
    expectRow(id, rowPosition(position));
  }, texts.replyNotEdited);
}

export function removeReply(id: number, key: string): Promise<Outcome> {
  return outcome(async () => {
    const pos = rowPosition((await deleteReply(id, key)).position);
    if (pos === null) reloadThread();
    else applyRows([{ kind: 'post', id, pos, removed: true }]);
  }, texts.replyNotDeleted);
}

/** Restores a deleted reply. */
export function restoreDeleted(id: number, key: string): Promise<Outcome> {
  return outcome(async () => {
    const { position } = await restoreReply(id, key);
    expectRow(id, rowPosition(position));
  }, texts.notRestored);
}

/** A toast with an undo button, for those who may undo. `undo` returns null, else the reason for the failure. */
export function offerUndo(text: string, undo: ((key: string) => Promise<Outcome>) | null): void {
  const key = crypto.randomUUID();
  const act = () =>
    void undo?.(key).then((words) => (words === null ? showToast(texts.undone(text)) : showError(words)));
  showToast(text, undo && { name: texts.undo, run: act });
}

export function changeThread(
  thread: ThreadRow,
  change: Partial<ThreadFields>,
  key: string,
  version?: number,
): Promise<Outcome> {
  return outcome(async () => {
    await putThread(thread.id, { ...fieldsOf(thread), ...change }, key, version);
    reloadThread();
  }, texts.threadNotEdited);
}

/** Called with the id of the event, by which it is undone; undefined where the thread was like that already. */
type Done = (act: string | undefined) => void;
type Written = ApiResponse<WriteResponse>;

/** Locks or pins, or the opposite: no other field of the thread changes, even if someone has just edited it. */
export function setFlag(thread: ThreadRow, flag: Partial<ThreadFields>, key: string, done: Done): Promise<Outcome> {
  return outcome(async () => {
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
  }, texts.threadNotEdited);
}

function fieldsOf({ title, content, locked, sticky }: ThreadRow): ThreadFields {
  return { title, content, locked, sticky };
}

export function removeThread(id: number, key: string, done: Done): Promise<Outcome> {
  return outcome(async () => done((await deleteThread(id, key)).body.acts?.[0]), texts.threadNotDeleted);
}

/** Restores one's own thread that was deleted by mistake: the audit has no entry to undo. */
export function undeleteThread(id: number, key: string): Promise<Outcome> {
  return outcome(async () => {
    await restoreThread(id, key);
  }, texts.notUndone);
}

export function moveTo(id: number, place: Destination, key: string, done: Done): Promise<Outcome> {
  return outcome(async () => {
    const { body } = await moveThread(id, place, key);
    reloadThread();
    done(body.acts?.[0]);
  }, texts.notMoved);
}

export function undoChange(act: string, key: string): Promise<Outcome> {
  return outcome(async () => {
    await undoAction(act, key);
    reloadThread();
  }, texts.notUndone);
}
