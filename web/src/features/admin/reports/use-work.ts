import { useMutation } from '../../../shared/hooks/use-mutation.js';
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
  const { busy, fault, run: runMutation } = useMutation(texts.failed);

  const run: ReportWork['run'] = (what, body = {}, keyFor) =>
    runMutation([what, body], async (key) => {
      await send('POST', `/admin/reports/${id}/${what}`, keyFor?.([what, body]) ?? key, body);
      showDone(what);
      changed();
    });

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
