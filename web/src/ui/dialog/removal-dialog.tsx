import { useRef, useState, type RefObject } from 'react';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { Button } from '../button.js';
import { Alert } from '../alert.js';
import { ReasonField, normalizeReason } from '../form/reason-field.js';
import { Dialog, DialogEnd } from './dialog.js';
import { texts } from './texts.js';

export interface Removal {
  title: string;
  body: string;
  failureText: string;
  /** Set if the author is notified, with the reason if there is one. */
  asksReason?: boolean | undefined;
  /** Replaces the hint that the author will see the reason. */
  reasonHint?: string;
  remove: (key: string, reason?: string) => Promise<unknown>;
}

interface RemovalDialogProps {
  removal: Removal;
  open: boolean;
  close: () => void;
  back: RefObject<HTMLElement | null>;
}

export function RemovalDialog({ removal, open, close, back }: RemovalDialogProps) {
  const { busy, fault, run } = useMutation(removal.failureText);
  const [typedText, setTypedText] = useState('');
  const cancel = useRef<HTMLButtonElement>(null);
  const end = () => {
    setTypedText('');
    close();
  };
  async function remove() {
    const reason = normalizeReason(typedText);
    if (await run([removal.title, reason], (key) => removal.remove(key, reason))) end();
  }
  return (
    <Dialog title={removal.title} body={removal.body} open={open} close={end} back={back} initialFocus={cancel} alert>
      <form
        className="stack gap-16"
        onSubmit={(event) => {
          event.preventDefault();
          void remove();
        }}
      >
        {removal.asksReason && (
          <ReasonField
            value={typedText}
            change={setTypedText}
            {...(removal.reasonHint && { hint: removal.reasonHint })}
          />
        )}
        {fault !== null && <Alert kind="error">{fault}</Alert>}
        <DialogEnd>
          <Button ref={cancel} onClick={end}>
            {texts.cancel}
          </Button>
          <Button type="submit" kind="danger" aria-disabled={busy}>
            {busy ? texts.deleting : texts.delete}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
