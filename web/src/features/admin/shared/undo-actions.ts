import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { send, messageOf } from '../../../shared/api/api.js';
import { showError, showToast } from '../../../shared/toast.js';
import { texts } from './texts.js';

/** Undoes one action. */
export const undoAction = (eventId: string, key: string) =>
  send<WriteResponse>('POST', `/admin/audit/${eventId}/undo`, key, {});

/**
 * Undoes actions, the newest first.
 * @returns null when all are undone, else the reason why not
 */
async function undoAll(eventIds: readonly string[], keyOf: (eventId: string) => string): Promise<string | null> {
  let fault: string | null = null;
  for (const eventId of [...eventIds].reverse()) {
    try {
      await undoAction(eventId, keyOf(eventId));
    } catch (error) {
      fault = messageOf(error, texts.undo.failed);
    }
  }
  return fault;
}

/** Confirms an action, with an undo; `changed` is called when it has been undone, or could not be. */
export function showDone(text: string, eventIds: readonly string[] | undefined, changed: () => void): void {
  if (!eventIds || eventIds.length === 0) return showToast(text);
  const keys = new Map(eventIds.map((eventId) => [eventId, crypto.randomUUID()]));
  const keyOf = (eventId: string) => keys.get(eventId) ?? eventId;
  const undo = async () => {
    const fault = await undoAll(eventIds, keyOf);
    changed();
    if (fault === null) showToast(texts.undo.done(text));
    // What was undone already stays so under the same keys.
    else showError(fault, { name: texts.undo.again, run: () => void undo() });
  };
  showToast(text, { name: texts.undo.name, run: () => void undo() });
}
