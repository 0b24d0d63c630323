import { CSPProvider } from '@base-ui/react/csp-provider';
import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { takeToasts, useToasts } from '../../shared/toast.js';
import { buttonClass } from '../button.js';
import { Icon } from '../icon.js';
import { texts } from './texts.js';
import styles from './toasts.module.css';

const manager = Toast.createToastManager();
const shownForMs = 8_000; // ms: long enough to reach its button by keyboard

/** The toasts of the page, the newest below; F6 moves to them. */
export function Toasts() {
  const waiting = useToasts((state) => state.waiting);
  useEffect(() => {
    for (const { id, text, action } of takeToasts()) {
      const actionProps = action && {
        children: action.name,
        onClick: () => {
          manager.close(id);
          action.run();
        },
      };
      manager.add({ id, title: text, timeout: shownForMs, ...(actionProps ? { actionProps } : {}) });
    }
  }, [waiting]);
  return (
    <CSPProvider disableStyleElements>
      <Toast.Provider toastManager={manager} limit={3}>
        <Toast.Portal>
          <Toast.Viewport className={styles['viewport']}>
            <List />
          </Toast.Viewport>
        </Toast.Portal>
      </Toast.Provider>
    </CSPProvider>
  );
}

function List() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles['toast']}>
      <Toast.Content className={styles['content']}>
        <Toast.Title className={styles['text']} />
        <Toast.Action className={buttonClass('quiet')} />
        <Toast.Close className={buttonClass('quiet')} aria-label={texts.close}>
          <Icon name="close" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
