import { Link, useLocation } from 'react-router-dom';
import { lazyComponent } from '../shared/lazy.js';
import { linkTo } from '../shared/paths.js';
import { useSession } from '../shared/state/session.js';
import { useSite } from '../shared/state/site.js';
import { texts } from '../shared/texts.js';
import { Disclosure } from '../ui/disclosure.js';
import { Icon } from '../ui/icon.js';
import { AccountMenu } from './account-menu.js';
import { HeaderSearch } from './header-search.js';
import styles from './header.module.css';
import { NavLink } from './nav-link.js';
import { isWithin, useNavigation, type NavEntry } from './navigation.js';
import { PhoneMenu } from './phone-menu.js';
import { PlayerCount } from './player-count.js';

const Bell = lazyComponent(() => import('../features/notifications/bell.js').then((file) => file.Bell));

export function Header() {
  const navigation = useNavigation();
  const chatLink = useSite((site) => site.chat_link);
  const member = useSession((state) => Boolean(state.user));
  return (
    <header className={styles['header']}>
      <div className={styles['bar']}>
        <Mark />
        <nav className={styles['nav']} aria-label={texts.nav.label}>
          <ul role="list">
            {navigation.map((entry) => (
              <li key={entry.name}>{entry.entries ? <Group entry={entry} /> : <Entry entry={entry} />}</li>
            ))}
          </ul>
        </nav>
        <div className={styles['end']}>
          <PlayerCount className={styles['playersOfBar']} />
          {chatLink && (
            <NavLink
              entry={{ name: texts.nav.chat, to: chatLink, external: true }}
              className={`${styles['entry']} ${styles['chat']}`}
            />
          )}
          <HeaderSearch className={styles['search']} />
          <Link to={linkTo('search')} className={styles['searchLink']} aria-label={texts.nav.search}>
            <Icon name="search" size={20} />
          </Link>
          {member && <Bell fallback={<span className={styles['toolPlace']} />} />}
          <AccountMenu />
          <PhoneMenu navigation={navigation} />
        </div>
      </div>
    </header>
  );
}

/** The logo of the site; without one its name in letters. */
function Mark() {
  const name = useSite((site) => site.name);
  const logo = useSite((site) => site.logo);
  return (
    <Link to={linkTo('home')} className={styles['mark']}>
      {logo === null ? (
        <>
          <img src="/favicon.svg" width={28} height={28} alt="" />
          <span className={styles['name']}>{name}</span>
        </>
      ) : (
        <img src={logo} className={styles['logo']} width={132} height={36} alt={name} />
      )}
    </Link>
  );
}

function Entry({ entry }: { entry: NavEntry }) {
  const { pathname } = useLocation();
  return <NavLink entry={entry} className={styles['entry']} here={isWithin(pathname, entry.to)} />;
}

function Group({ entry }: { entry: NavEntry }) {
  const { pathname } = useLocation();
  const here = isWithin(pathname, entry.to);
  return (
    <Disclosure
      label={
        <>
          {entry.name}
          <Icon name="down" size={15} />
        </>
      }
      className={styles['group']}
      buttonClassName={`${styles['entry']} ${here ? styles['here'] : ''}`}
    >
      <ul role="list" className={styles['panel']}>
        {entry.entries?.map((inner) => (
          <li key={inner.to}>
            <NavLink entry={inner} className={styles['panelEntry']} />
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
