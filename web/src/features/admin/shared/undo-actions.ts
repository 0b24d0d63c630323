import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { createId } from '../../../shared/create-id.js';
import { send } from '../../../shared/api/api.js';
import { showUndoToast } from '../../../shared/undo-toast.js';
import { texts } from './texts.js';

/** Reloads the data after the action, and again after its undo. */
export async function withUndo(
  action: Promise<{ body: WriteResponse }>,
  done: string,
  reload: () => unknown,
): Promise<WriteResponse> {
  const { body } = await action;
  showDone(done, body.acts, reload);
  await reload();
  return body;
}

export const undoAction = (eventId: string, key: string) =>
  send<WriteResponse>('POST', `/admin/audit/${eventId}/undo`, key, {});

/** `onChanged` is called after the undo, whether or not it succeeded. */
export function showDone(text: string, eventIds: readonly string[] = [], onChanged: () => unknown): void {
  const actions = eventIds.map((eventId) => ({ eventId, key: createId() })).reverse();
  /** Undoes the newest action first. A retry with the same keys skips actions that are already undone. */
  async function run() {
    const failures: Promise<unknown>[] = [];
    for (const { eventId, key } of actions) {
      const undoResult = undoAction(eventId, key);
      await undoResult.catch(() => failures.push(undoResult));
    }
    onChanged();
    await Promise.all(failures);
  }
  const { done, failed, again } = texts.undo;
  showUndoToast(text, actions.length === 0 ? null : { run, done: done(text), failureText: failed, retry: again });
}
