import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { showToast } from '../../../shared/toast.js';
import { Button } from '../../../ui/button.js';
import { Alert } from '../../../ui/alert.js';
import { Dialog, DialogEnd } from '../../../ui/dialog/dialog.js';
import { endOthers } from './sessions-store.js';
import { texts } from '../shared/texts.js';

export function EndOthersQuestion({ close }: { close: () => void }) {
  const { busy, fault, run } = useMutation(texts.endFailed);
  const act = () =>
    void run('others', async (key) => {
      showToast(texts.othersEnded(await endOthers(key)));
      close();
    });
  return (
    <Dialog title={texts.endOthersTitle} body={texts.endOthersBody} open close={close}>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      <DialogEnd>
        <Button onClick={close}>{texts.cancel}</Button>
        <Button kind="danger" aria-disabled={busy} onClick={act}>
          {texts.endOthers}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
