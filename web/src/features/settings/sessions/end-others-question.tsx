import { useRef, useState } from 'react';
import { messageOf } from '../../../shared/api/api.js';
import { showToast } from '../../../shared/toast.js';
import { Button } from '../../../ui/button.js';
import { Alert } from '../../../ui/alert.js';
import { Dialog, DialogEnd } from '../../../ui/dialog/dialog.js';
import { endOthers } from './sessions-store.js';
import { texts } from '../shared/texts.js';

export function EndOthersQuestion({ close }: { close: () => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  async function act() {
    if (busy) return;
    setBusy(true);
    try {
      showToast(texts.othersEnded(await endOthers(key.current)));
      close();
    } catch (error) {
      setFault(messageOf(error, texts.endFailed));
      setBusy(false);
    }
  }
  return (
    <Dialog title={texts.endOthersTitle} body={texts.endOthersBody} open close={close}>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      <DialogEnd>
        <Button onClick={close}>{texts.cancel}</Button>
        <Button kind="danger" aria-disabled={busy} onClick={() => void act()}>
          {texts.endOthers}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
