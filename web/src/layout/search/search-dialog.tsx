import { useEffect, useRef } from 'react';
import { texts } from '../../shared/texts.js';
import { Icon } from '../../ui/icon.js';
import { trapFocus } from '../phone-drawer.js';
import { SearchBox } from './search-box.js';
import styles from './search-dialog.module.css';

export function SearchDialog({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    field.current?.focus();
  }, []);
  // Only closing the dialog restores the focus; unmounting alone does not.
  const closeByButton = () => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      className={`full-width scroll-y color-text bg-overlay ${styles['dialog']}`}
      aria-label={texts.nav.search}
      onClose={close}
      onKeyDown={trapFocus}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <div className={`line ${styles['inside']}`}>
        <SearchBox className={styles['field']} field={field} left={close} />
        <button
          type="button"
          className={`bare centred square-target no-shrink color-inherit ${styles['close']}`}
          aria-label={texts.nav.closeSearch}
          onClick={closeByButton}
        >
          <Icon name="close" size={22} />
        </button>
      </div>
    </dialog>
  );
}
