import { useState } from 'react';
import { createId } from '../../../shared/create-id.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { showToast } from '../../../shared/toast.js';
import { changeThreads, undoChanges, type ListedThread, type ThreadChange } from './bulk.js';
import { tickAll } from './selection.js';
import type { Destination } from '../../../ui/dialog/move-dialog.js';
import { texts, type BulkAction } from './texts.js';

interface BulkOptions {
  to?: Destination & { name: string };
  reason?: string | undefined;
  mayUndo: boolean;
}

type ActionCall = [action: BulkAction, threads: readonly ListedThread[], options: BulkOptions];

export function useBulk(onChanged: () => void) {
  const { busy, fault, run } = useMutation(texts.allFailed);
  const [faults, setFaults] = useState<readonly string[]>([]);
  /** Dialogs call this function directly because they show errors themselves. */
  async function runAction(key: string, ...[action, threads, { to, reason, mayUndo }]: ActionCall) {
    setFaults([]);
    const outcome = await changeThreads(action, threads, key, { to, reason });
    const failedThreads = outcome.faults.map(({ thread }) => thread);
    tickAll(
      threads.filter((thread) => !failedThreads.includes(thread)),
      false,
    );
    setFaults(outcome.faults.map(({ thread, message }) => texts.fault(thread.title, message)));
    const text = texts.result(
      action,
      outcome.changedThreads.length,
      outcome.unchangedCount,
      failedThreads.length,
      to?.name,
    );
    showResult(action, text, mayUndo ? outcome.changedThreads : [], onChanged);
    onChanged();
  }
  return {
    busy,
    faults: fault === null ? faults : [fault],
    run: (...args: ActionCall) => void run([args[0], args[1].map(({ id }) => id)], (key) => runAction(key, ...args)),
    act: runAction,
  };
}

function showResult(action: BulkAction, text: string, changes: readonly ThreadChange[], onChanged: () => void): void {
  const keys = new Map(changes.flatMap(({ acts }) => acts.map((entryId) => [entryId, createId()])));
  async function undo(changesToUndo: readonly ThreadChange[]): Promise<void> {
    const { faults, retryable } = await undoChanges(action, changesToUndo, (entryId) => keys.get(entryId) ?? entryId);
    onChanged();
    if (faults.length === 0) return showToast(texts.undone(text));
    const faultTexts = faults.map(({ thread, message }) => texts.fault(thread.title, message));
    const retry = retryable.length > 0 ? { name: texts.tryAgain, run: () => void undo(retryable) } : null;
    showToast(texts.partlyUndone(changesToUndo.length - faults.length, faultTexts), retry);
  }
  showToast(text, changes.length > 0 ? { name: texts.undo, run: () => void undo(changes) } : null);
}
