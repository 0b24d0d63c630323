import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { RefObject } from 'react';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { Button, buttonClass } from '../button.js';
import { Alert } from '../alert.js';
import styles from './dialog.module.css';
import { texts } from './texts.js';

export interface Removal {
  title: string;
  body: string;
  failed: string;
  act: (key: string) => Promise<unknown>;
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
    if (await run(removal.title, removal.act)) close();
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles['backdrop']} />
        <AlertDialog.Popup className={`stack floating bg-raised ${styles['dialog']}`} finalFocus={back}>
          <AlertDialog.Title className="break-anywhere text-18" dir="auto">
            {removal.title}
          </AlertDialog.Title>
          <AlertDialog.Description className="color-muted" dir="auto">
            {removal.body}
          </AlertDialog.Description>
          {fault !== null && <Alert kind="error">{fault}</Alert>}
          <div className="flex gap-8 justify-end">
            <AlertDialog.Close className={buttonClass('secondary')}>{texts.cancel}</AlertDialog.Close>
            <Button kind="danger" aria-disabled={busy} onClick={() => void remove()}>
              {busy ? texts.deleting : texts.delete}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
