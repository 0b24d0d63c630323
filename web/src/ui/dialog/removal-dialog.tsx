import type { RefObject } from 'react';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { Button } from '../button.js';
import { Alert } from '../alert.js';
import { Dialog, DialogEnd } from './dialog.js';
import { texts } from './texts.js';

export interface Removal {
  title: string;
  body: string;
  failed: string;
  remove: (key: string) => Promise<unknown>;
}

interface RemovalDialogProps {
  removal: Removal;
  open: boolean;
  close: () => void;
  back: RefObject<HTMLElement | null>;
}

export function RemovalDialog({ removal, open, close, back }: RemovalDialogProps) {
  const { busy, fault, run } = useMutation(removal.failed);
  async function remove() {
    if (await run(removal.title, removal.remove)) close();
  }
  return (
    <Dialog title={removal.title} body={removal.body} open={open} close={close} back={back} alert>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      <DialogEnd>
        <Button onClick={close}>{texts.cancel}</Button>
        <Button kind="danger" aria-disabled={busy} onClick={() => void remove()}>
          {busy ? texts.deleting : texts.delete}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
