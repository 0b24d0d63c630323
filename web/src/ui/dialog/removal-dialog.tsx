import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useState, type RefObject } from 'react';
import { useIdempotencyKey } from '../../shared/api/idempotency-key.js';
import { Button, buttonClass } from '../button.js';
import { Alert } from '../alert.js';
import styles from './dialog.module.css';
import { texts } from './texts.js';

/** A deletion that asks for confirmation. `act` returns null, else the reason for the failure. */
export interface Removal {
  title: string;
  body: string;
  act: (key: string) => Promise<string | null>;
}

interface RemovalDialogProps {
  removal: Removal;
  open: boolean;
  close: () => void;
  /** Where the keyboard continues afterwards. */
  back: RefObject<HTMLElement | null>;
}

/** Asks before something is deleted. Must be rendered inside a `CSPProvider` without style elements. */
export function RemovalDialog({ removal, open, close, back }: RemovalDialogProps) {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const keyOf = useIdempotencyKey();
  async function remove() {
    if (busy) return;
    setBusy(true);
    const words = await removal.act(keyOf(removal.title));
    setBusy(false);
    setFault(words);
    if (words !== null) return;
    keyOf.done();
    close();
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
