import type { WriteAnswer } from '@guildhall/domain/wire/schemas/write.js';
import { send, wordsOf } from '../../shared/api/api.js';
import { showToast } from '../../shared/toast.js';
import { texts } from './texts.js';

/** Takes one act back. */
export const undoAction = (act: string, key: string) => send<WriteAnswer>('POST', `/admin/audit/${act}/undo`, key, {});

/** Takes acts back, the newest first. @returns null when all are taken back, else the words for why not */
async function undoActs(acts: readonly string[], keyOf: (act: string) => string): Promise<string | null> {
  let fault: string | null = null;
  for (const act of [...acts].reverse()) {
    try {
      await undoAction(act, keyOf(act));
    } catch (error) {
      fault = wordsOf(error, texts.undo.failed);
    }
  }
  return fault;
}

/** Says what was done, with a way back; `changed` is called when it has been taken back, or could not be. */
export function showDone(text: string, acts: readonly string[] | undefined, changed: () => void): void {
  if (!acts || acts.length === 0) return showToast(text);
  const keys = new Map(acts.map((act) => [act, crypto.randomUUID()]));
  const keyOf = (act: string) => keys.get(act) ?? act;
  const undo = async () => {
    const fault = await undoActs(acts, keyOf);
    changed();
    if (fault === null) showToast(texts.undo.done(text));
    // What was taken back already stays so under the same keys.
    else showToast(fault, { name: texts.undo.again, act: () => void undo() });
  };
  showToast(text, { name: texts.undo.name, act: () => void undo() });
}
