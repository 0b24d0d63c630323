import { useSite } from '../shared/state/site.js';
import { texts } from '../shared/texts.js';
import { HeaderDialog } from './header-dialog.js';
import { NavLink } from './nav-link.js';
import type { NavEntry } from './navigation.js';
import styles from './phone-drawer.module.css';
import { PlayerCount } from './player-count.js';

export function PhoneDrawer({ navigation, close }: { navigation: NavEntry[]; close: () => void }) {
  return (
    <HeaderDialog
      label={texts.nav.menu}
      closeLabel={texts.nav.closeMenu}
      className={styles['drawer']}
      head={<PlayerCount className={styles['players']} />}
      close={close}
    >
      <Entries navigation={navigation} />
    </HeaderDialog>
  );
}

function Entries({ navigation }: { navigation: NavEntry[] }) {
  const chatLink = useSite((site) => site.chat_link);
  const chat: NavEntry[] = chatLink ? [{ name: texts.nav.chat, to: chatLink, external: true }] : [];
  return (
    <nav aria-label={texts.nav.label} className="margin-top-12">
      {[...navigation, ...chat].map((entry) => (
        <div key={entry.name} className={styles['group']}>
          {entry.entries && <p className={`text-13 color-muted semibold ${styles['groupName']}`}>{entry.name}</p>}
          <ul role="list">
            {(entry.entries ?? [entry]).map((inner) => (
              <li key={inner.to}>
                <NavLink entry={inner} className={`line plain-link gap-6 rounded hover-raised ${styles['entry']}`} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
