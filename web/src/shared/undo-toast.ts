import { createId } from './create-id.js';
import { getMessage } from './api/api.js';
import { showError, showToast } from './toast.js';

interface Undo {
  run: (key: string) => Promise<unknown>;
  done: string;
  failureText: string;
  retry?: string;
}

export function showUndoToast(text: string, undo: Undo | null): void {
  if (undo === null) return showToast(text);
  const { run, done, failureText, retry = 'Undo' } = undo;
  const key = createId();
  const press = () =>
    void run(key).then(
      () => showToast(done),
      (error: unknown) => showError(getMessage(error, failureText), { name: retry, run: press }),
    );
  showToast(text, { name: 'Undo', run: press });
}
