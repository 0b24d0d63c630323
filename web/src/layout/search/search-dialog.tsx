import { useEffect, useRef } from 'react';
import { texts } from '../../shared/texts.js';
import { HeaderDialog } from '../header-dialog.js';
import { SearchBox } from './search-box.js';
import styles from './search-dialog.module.css';

export function SearchDialog({ close }: { close: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <HeaderDialog
      label={texts.nav.search}
      closeLabel={texts.nav.closeSearch}
      className={`full-width ${styles['dialog']}`}
      head={<SearchBox className="grow" field={field} onLeave={close} />}
      close={close}
    />
  );
}
