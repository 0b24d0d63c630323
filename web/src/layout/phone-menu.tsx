import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { useSite } from '../shared/state/site.js';
import { texts } from '../shared/texts.js';
import { Icon } from '../ui/icon.js';
import { HeaderSearch } from './header-search.js';
import { NavLink } from './nav-link.js';
import type { NavEntry } from './navigation.js';
import styles from './phone-menu.module.css';
import { PlayerCount } from './player-count.js';

/**
 * The navigation of a phone: a drawer over the page. The browser's own dialog makes the rest of the page unreachable,
 * closes with Escape and returns to the button.
 */
export function PhoneMenu({ navigation }: { navigation: NavEntry[] }) {
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const { key } = useLocation();
  const drawer = useRef<HTMLDialogElement>(null);
  const open = openedAt === key;
  useEffect(() => {
    if (open) drawer.current?.showModal();
    else drawer.current?.close();
  }, [open]);
  const close = () => setOpenedAt(null);
  return (
    <div className={styles['phone']}>
      <button
        type="button"
        className={styles['button']}
        aria-label={texts.nav.menu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpenedAt(key)}
      >
        <Icon name="menu" size={22} />
      </button>
      <dialog
        ref={drawer}
        className={styles['drawer']}
        aria-label={texts.nav.menu}
        onClose={close}
        onKeyDown={trapFocus}
        onClick={(event) => event.target === event.currentTarget && close()}
      >
        {open && (
          <div className={styles['inside']}>
            <div className={styles['head']}>
              <PlayerCount className={styles['players']} />
              <button type="button" className={styles['button']} aria-label={texts.nav.closeMenu} onClick={close}>
                <Icon name="close" size={22} />
              </button>
            </div>
            <HeaderSearch className={styles['search']} />
            <Entries navigation={navigation} />
          </div>
        )}
      </dialog>
    </div>
  );
}

function Entries({ navigation }: { navigation: NavEntry[] }) {
  const chatLink = useSite((site) => site.chat_link);
  const chat: NavEntry[] = chatLink ? [{ name: texts.nav.chat, to: chatLink, external: true }] : [];
  return (
    <nav aria-label={texts.nav.label}>
      {[...navigation, ...chat].map((entry) => (
        <div key={entry.name} className={styles['group']}>
          {entry.entries && <p className={styles['groupName']}>{entry.name}</p>}
          <ul role="list">
            {(entry.entries ?? [entry]).map((inner) => (
              <li key={inner.to}>
                <NavLink entry={inner} className={styles['entry']} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** The Tab key wraps around: after the last entry of a drawer it would reach the browser's own bar. */
function trapFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const reachable = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button, input')];
  const [end, start] = event.shiftKey ? [reachable[0], reachable.at(-1)] : [reachable.at(-1), reachable[0]];
  if (document.activeElement !== end) return;
  event.preventDefault();
  start?.focus();
}
