import { useEffect, useRef, useState } from 'react';
import { areSingleKeysOn } from '../../shared/browser/single-keys.js';
import { createLazyComponent } from '../../shared/lazy.js';
import { useLocation } from '../../shared/router.js';
import { texts } from '../../shared/texts.js';
import { Icon } from '../../ui/icon.js';
import styles from '../header.module.css';
import { SearchBox } from './search-box.js';

const narrow = '(max-width: 1180px)';
const openDialogs = 'dialog[open], [data-base-ui-inert]';

const SearchDialog = createLazyComponent(() => import('../lazy-parts.js'), 'SearchDialog');

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

function useSearchKeys(focusField: () => void, openDialog: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !isSearchKey(event)) return;
      if (document.querySelector(openDialogs)) return;
      event.preventDefault();
      if (matchMedia(narrow).matches) openDialog();
      else focusField();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

function isSearchKey({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return !shiftKey && key.toLowerCase() === 'k';
  return key === '/' && areSingleKeysOn() && !isField(target);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
