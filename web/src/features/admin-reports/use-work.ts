import { useState } from 'react';
import { useIdempotencyKey } from '../../shared/api/idempotency-key.js';
import { send, wordsOf } from '../../shared/api/api.js';
import { showToast } from '../../shared/toast.js';
import { texts } from './texts.js';

type Act = 'take' | 'resolve' | 'reopen' | 'note';

export interface Work {
  busy: boolean;
  fault: string | null;
  /** @returns whether it was done */
  act: (act: Act, body?: Record<string, string>) => Promise<boolean>;
}

/** Work on a report; each act says that it was done, what can be taken back with the way to do so. */
export function useWork(id: number, changed: () => void): Work {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const keyOf = useIdempotencyKey();

  async function act(what: Act, body: Record<string, string> = {}): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setFault(null);
    try {
      await send('POST', `/admin/reports/${id}/${what}`, keyOf([what, body]), body);
      keyOf.done();
      tell(what);
      changed();
      return true;
    } catch (error) {
      setFault(wordsOf(error, texts.failed));
      return false;
    } finally {
      setBusy(false);
    }
  }

  function tell(what: Act): void {
    const undo = { name: texts.undo, act: () => void takeBack(id, crypto.randomUUID(), changed) };
    showToast(texts.done[what], what === 'take' || what === 'resolve' ? undo : null);
  }

  return { busy, fault, act };
}

/** A report that is opened again is nobody's. */
async function takeBack(id: number, key: string, changed: () => void): Promise<void> {
  try {
    await send('POST', `/admin/reports/${id}/reopen`, key, {});
    showToast(texts.done.reopen);
    changed();
  } catch (error) {
    showToast(wordsOf(error, texts.failed), { name: texts.undo, act: () => void takeBack(id, key, changed) });
  }
}
