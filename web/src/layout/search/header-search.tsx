import { useRef, useState } from 'react';
import { lazyComponent } from '../../shared/lazy.js';
import { useLocation } from '../../shared/router.js';
import { texts } from '../../shared/texts.js';
import { Icon } from '../../ui/icon.js';
import styles from '../header.module.css';
import { SearchBox } from './search-box.js';
import { useSearchKeys } from './use-search-keys.js';

const SearchDialog = lazyComponent(() => import('../lazy-parts.js'), 'SearchDialog');

export function HeaderSearch() {
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const { key } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const open = openedAt === key;
  const openDialog = () => setOpenedAt(key);
  useSearchKeys(() => field.current?.focus(), openDialog);
  return (
    <>
      <SearchBox className={styles['search']} field={field} />
      <button
        type="button"
        className={styles['searchButton']}
        aria-label={texts.nav.search}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={SearchDialog.preload}
        onFocus={SearchDialog.preload}
        onClick={openDialog}
      >
        <Icon name="search" size={20} />
      </button>
      {open && <SearchDialog close={() => setOpenedAt(null)} />}
    </>
  );
}
