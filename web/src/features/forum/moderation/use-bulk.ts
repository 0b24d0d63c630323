import { useState } from 'react';
import { useIdempotencyKey } from '../../../shared/api/idempotency-key.js';
import { messageOf } from '../../../shared/api/api.js';
import { showToast } from '../../../shared/toast.js';
import { changeThreads, undoChanges, type ListedThread, type ThreadChange } from './bulk.js';
import { tickAll } from './selection.js';
import type { Destination } from '../../../ui/dialog/move-dialog.js';
import { texts, type BulkAction } from './texts.js';

interface BulkOptions {
  /** Where to move, under its shown name. */
  to?: Destination & { name: string };
  /** Whether the person may do the opposite. */
  mayUndo: boolean;
}

interface Bulk {
  busy: boolean;
  /** The threads that the last action could not change, each with the reason. */
  faults: readonly string[];
  /**
   * Acts on threads; those that were changed are no longer ticked.
   * @returns null, or why nothing was done
   */
  run: (action: BulkAction, threads: readonly ListedThread[], options: BulkOptions) => Promise<string | null>;
}

/** Actions on many threads, one at a time. `changed`: called after each, and after its undo. */
export function useBulk(changed: () => void): Bulk {
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const keyOf = useIdempotencyKey();
  async function run(action: BulkAction, threads: readonly ListedThread[], { to, mayUndo }: BulkOptions) {
    if (busy) return null;
    setBusy(true);
    setFaults([]);
    try {
      const key = keyOf([action, threads.map(({ id }) => id), to]);
      const outcome = await changeThreads(action, threads, key, to);
      keyOf.done();
      const failed = new Set(outcome.faults.map(({ thread }) => thread.id));
      tickAll(
        threads.flatMap(({ id }) => (failed.has(id) ? [] : [id])),
        false,
      );
      setFaults(outcome.faults.map(({ thread, words }) => texts.fault(thread.title, words)));
      const text = texts.result(action, outcome.changed.length, outcome.unchanged, failed.size, to?.name);
      showResult(action, text, mayUndo ? outcome.changed : [], changed);
      changed();
      return null;
    } catch (error) {
      return messageOf(error, texts.allFailed);
    } finally {
      setBusy(false);
    }
  }
  return { busy, faults, run };
}

function showResult(action: BulkAction, text: string, changes: readonly ThreadChange[], changed: () => void): void {
  const keys = new Map(changes.flatMap(({ acts }) => acts.map((act) => [act, crypto.randomUUID()])));
  async function undo(some: readonly ThreadChange[]): Promise<void> {
    const { faults, again } = await undoChanges(action, some, (act) => keys.get(act) ?? act);
    changed();
    if (faults.length === 0) return showToast(texts.undone(text));
    const named = faults.map(({ thread, words }) => texts.fault(thread.title, words));
    const retry = again.length > 0 ? { name: texts.tryAgain, run: () => void undo(again) } : null;
    showToast(texts.partlyUndone(some.length - faults.length, named), retry);
  }
  showToast(text, changes.length > 0 ? { name: texts.undo, run: () => void undo(changes) } : null);
}
