import { useState } from 'react';
import { useIdempotencyKey } from '../../../shared/api/idempotency-key.js';
import { send, messageOf } from '../../../shared/api/api.js';
import { showError, showToast } from '../../../shared/toast.js';
import { texts } from './texts.js';

type WorkAction = 'take' | 'resolve' | 'reopen' | 'note';

export interface ReportWork {
  busy: boolean;
  fault: string | null;
  /** @returns whether it was done */
  run: (act: WorkAction, body?: Record<string, string>, keyFor?: (content: unknown) => string) => Promise<boolean>;
}

/** Work on a report; each action confirms that it was done, with an undo where there is one. */
export function useReportWork(id: number, changed: () => void): ReportWork {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const keyOf = useIdempotencyKey();

  async function run(
    what: WorkAction,
    body: Record<string, string> = {},
    keyFor = keyOf as (content: unknown) => string,
  ) {
    if (busy) return false;
    setBusy(true);
    setFault(null);
    try {
      await send('POST', `/admin/reports/${id}/${what}`, keyFor([what, body]), body);
      keyOf.done();
      showDone(what);
      changed();
      return true;
    } catch (error) {
      setFault(messageOf(error, texts.failed));
      return false;
    } finally {
      setBusy(false);
    }
  }

  function showDone(what: WorkAction): void {
    const undo = { name: texts.undo, run: () => void takeBack(id, crypto.randomUUID(), changed) };
    showToast(texts.done[what], what === 'take' || what === 'resolve' ? undo : null);
  }

  return { busy, fault, run };
}

/** A report that is reopened has no assignee. */
async function takeBack(id: number, key: string, changed: () => void): Promise<void> {
  try {
    await send('POST', `/admin/reports/${id}/reopen`, key, {});
    showToast(texts.done.reopen);
    changed();
  } catch (error) {
    showError(messageOf(error, texts.failed), { name: texts.undo, run: () => void takeBack(id, key, changed) });
  }
}
