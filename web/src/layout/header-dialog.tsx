import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from '../ui/icon.js';
import styles from './header-dialog.module.css';

interface HeaderDialogProps {
  label: string;
  closeLabel: string;
  className: string | undefined;
  head: ReactNode;
  close: () => void;
  children?: ReactNode;
}

/** The native dialog makes the rest of the page inert, closes on Escape and restores the focus. */
export function HeaderDialog({ label, closeLabel, className, head, close, children }: HeaderDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={`scroll-y color-text bg-overlay ${styles['dialog']} ${className}`}
      aria-label={label}
      onClose={close}
      onKeyDown={trapFocus}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <div className={`flex gap-8 spread align-start ${styles['head']}`}>
        {head}
        <button
          type="button"
          className="bare centred square-target no-shrink push-end color-inherit hover-raised"
          aria-label={closeLabel}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" size={22} />
        </button>
      </div>
      {children}
    </dialog>
  );
}

/** Makes Tab wrap around because it would otherwise move from the last element to the browser's toolbar. */
function trapFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const reachable = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button, input')];
  const [end, start] = event.shiftKey ? [reachable[0], reachable.at(-1)] : [reachable.at(-1), reachable[0]];
  if (document.activeElement !== end) return;
  event.preventDefault();
  start?.focus();
}
