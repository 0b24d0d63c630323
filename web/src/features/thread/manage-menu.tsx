import { AlertDialog } from '@base-ui/react/alert-dialog';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Menu } from '@base-ui/react/menu';
import { useRef, useState, type RefObject } from 'react';
import { Button, buttonClass } from '../../shared/ui/button.js';
import { Notice } from '../../shared/ui/notice.js';
import type { Outcome } from './acts.js';
import styles from './manage.module.css';
import { texts } from './texts.js';

export interface ManageItem {
  name: string;
  act: () => void;
}

/** A deletion: asked about once more before it is done. */
export interface Removal {
  title: string;
  body: string;
  act: (key: string) => Promise<Outcome>;
}

interface ManageMenuProps {
  name: string;
  items: ManageItem[];
  removal: Removal | null;
}

/** Opens at once: it is mounted by the click on the button whose place it takes. */
export function ManageMenu({ name, items, removal }: ManageMenuProps) {
  const [asking, setAsking] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <CSPProvider disableStyleElements>
      <Menu.Root defaultOpen modal={false}>
        <Menu.Trigger ref={trigger} className={buttonClass('quiet')}>
          {name}
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={4} className={styles['positioner']}>
            <Menu.Popup className={styles['menu']}>
              {items.map((item) => (
                <Menu.Item key={item.name} className={styles['item']} onClick={item.act}>
                  {item.name}
                </Menu.Item>
              ))}
              {removal && (
                <Menu.Item className={`${styles['item']} ${styles['danger']}`} onClick={() => setAsking(true)}>
                  {texts.delete}
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {removal && <RemovalDialog removal={removal} open={asking} close={() => setAsking(false)} back={trigger} />}
    </CSPProvider>
  );
}

interface RemovalDialogProps {
  removal: Removal;
  open: boolean;
  close: () => void;
  /** Where the keyboard goes on afterwards. */
  back: RefObject<HTMLButtonElement | null>;
}

function RemovalDialog({ removal, open, close, back }: RemovalDialogProps) {
  const [fault, setFault] = useState<Outcome>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  async function remove() {
    if (busy) return;
    setBusy(true);
    const words = await removal.act(key.current);
    setBusy(false);
    setFault(words);
    if (words === null) close();
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles['backdrop']} />
        <AlertDialog.Popup className={styles['dialog']} finalFocus={back}>
          <AlertDialog.Title className={styles['title']}>{removal.title}</AlertDialog.Title>
          <AlertDialog.Description className={styles['body']}>{removal.body}</AlertDialog.Description>
          {fault !== null && <Notice kind="error">{fault}</Notice>}
          <div className={styles['end']}>
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
