import { messageOf } from './api/api.js';
import { showError, showToast } from './toast.js';

interface Undo {
  /** A repetition after a failure has the same idempotency key. */
  run: (key: string) => Promise<unknown>;
  done: string;
  /** The message where the server gives none for a failure. */
  failed: string;
  /** The label of the button after a failure. */
  retry?: string;
}

/** Confirms an action, with an undo where there is one. */
export function showUndoToast(text: string, undo: Undo | null): void {
  if (undo === null) return showToast(text);
  const { run, done, failed, retry = 'Undo' } = undo;
  const key = crypto.randomUUID();
  const press = () =>
    void run(key).then(
      () => showToast(done),
      (error: unknown) => showError(messageOf(error, failed), { name: retry, run: press }),
    );
  showToast(text, { name: 'Undo', run: press });
}
