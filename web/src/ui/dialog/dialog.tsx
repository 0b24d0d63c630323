import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Primitive } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  body?: string;
  open: boolean;
  close: () => void;
  back?: RefObject<HTMLElement | null>;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  wide?: boolean;
  /** The dialog requires a decision, so a click outside does not close it. */
  alert?: boolean;
  children: ReactNode;
}

/** Put the buttons into a `DialogEnd`. */
export function Dialog(props: DialogProps) {
  const { title, body, open, close, back, initialFocus, wide = false, alert = false, children } = props;
  const { Root } = alert ? AlertDialog : Primitive;
  return (
    <Root open={open} onOpenChange={(next) => !next && close()}>
      <Primitive.Portal>
        <Primitive.Backdrop className={styles['backdrop']} />
        <Primitive.Popup
          data-dialog=""
          className={`stack floating bg-raised ${styles['dialog']} scroll-y ${styles['tall']} ${wide ? styles['wide'] : ''}`}
          initialFocus={initialFocus}
          finalFocus={back}
        >
          <Primitive.Title className="break-anywhere text-18" dir="auto">
            {title}
          </Primitive.Title>
          {body !== undefined && (
            <Primitive.Description className="color-muted" dir="auto">
              {body}
            </Primitive.Description>
          )}
          {children}
        </Primitive.Popup>
      </Primitive.Portal>
    </Root>
  );
}

export function DialogEnd({ children }: { children: ReactNode }) {
  return <div className="flex gap-8 justify-end">{children}</div>;
}
