import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useSite } from '../shared/state/site.js';
import { texts } from '../shared/texts.js';
import { Icon } from '../ui/icon.js';
import { NavLink } from './nav-link.js';
import type { NavEntry } from './navigation.js';
import styles from './phone-drawer.module.css';
import { PlayerCount } from './player-count.js';

/** The native dialog makes the rest of the page inert, closes on Escape and restores the focus. */
export function PhoneDrawer({ navigation, close }: { navigation: NavEntry[]; close: () => void }) {
  const drawer = useRef<HTMLDialogElement>(null);
  useEffect(() => drawer.current?.showModal(), []);
  // Only closing the dialog restores the focus; unmounting alone does not.
  const closeByButton = () => drawer.current?.close();
  return (
    <dialog
      ref={drawer}
      className={`scroll-y color-text bg-overlay ${styles['drawer']}`}
      aria-label={texts.nav.menu}
      onClose={close}
      onKeyDown={trapFocus}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <div className={`stack one-column ${styles['inside']}`}>
        <div className={`flex spread align-center ${styles['head']}`}>
          <PlayerCount className={styles['players']} />
          <button
            type="button"
            className={`bare centred square-target color-inherit ${styles['close']}`}
            aria-label={texts.nav.closeMenu}
            onClick={closeByButton}
          >
            <Icon name="close" size={22} />
          </button>
        </div>
        <Entries navigation={navigation} />
      </div>
    </dialog>
  );
}

function Entries({ navigation }: { navigation: NavEntry[] }) {
  const chatLink = useSite((site) => site.chat_link);
  const chat: NavEntry[] = chatLink ? [{ name: texts.nav.chat, to: chatLink, external: true }] : [];
  return (
    <nav aria-label={texts.nav.label}>
      {[...navigation, ...chat].map((entry) => (
        <div key={entry.name} className={styles['group']}>
          {entry.entries && <p className={`text-13 color-muted semibold ${styles['groupName']}`}>{entry.name}</p>}
          <ul role="list">
            {(entry.entries ?? [entry]).map((inner) => (
              <li key={inner.to}>
                <NavLink entry={inner} className={`line plain-link gap-6 rounded ${styles['entry']}`} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Wraps Tab around: after the last entry it would reach the browser's toolbar. */
export function trapFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const reachable = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button, input')];
  const [end, start] = event.shiftKey ? [reachable[0], reachable.at(-1)] : [reachable.at(-1), reachable[0]];
  if (document.activeElement !== end) return;
  event.preventDefault();
  start?.focus();
}
