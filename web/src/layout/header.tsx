import { can, canSeeAdminArea } from '@guildhall/domain/permissions.js';
import { getSiteLetter } from '@guildhall/domain/theme/site-icons.js';
import type { ReactNode } from 'react';
import { createLazyComponent } from '../shared/lazy.js';
import { linkTo } from '../shared/paths.js';
import { Link, useLocation } from '../shared/router.js';
import { useActor, useSession } from '../shared/state/session.js';
import { useSite } from '../shared/state/site.js';
import { texts } from '../shared/texts.js';
import { Disclosure } from '../ui/disclosure.js';
import { Icon } from '../ui/icon.js';
import { AccountMenu } from './account-menu.js';
import { HeaderSearch } from './search/header-search.js';
import styles from './header.module.css';
import { NavLink } from './nav-link.js';
import { isWithin, useNavigation, type NavEntry } from './navigation.js';
import { PhoneMenu } from './phone-menu.js';
import { PlayerCount } from './player-count.js';

const Bell = createLazyComponent(() => import('../features/notifications/lazy-parts.js'), 'Bell');
const OpenReportsLink = createLazyComponent(() => import('./staff-tools.js'), 'OpenReportsLink');

const toolSlot = <span className={styles['toolSlot']} />;

export function Header({ skip }: { skip: ReactNode }) {
  const navigation = useNavigation();
  const chatLink = useSite((site) => site.chat_link);
  const member = useSession((state) => Boolean(state.user));
  const actor = useActor();
  const reports = canSeeAdminArea(actor) && can(actor, 'handle-reports');
  return (
    <header className={`border-bottom ${styles['header']}`}>
      {skip}
      <div className={`line gap-24 ${styles['bar']}`}>
        <Mark />
        <nav className={styles['nav']} aria-label={texts.nav.label}>
          <ul role="list">
            {navigation.map((entry) => (
              <li key={entry.name}>{entry.entries ? <Group entry={entry} /> : <Entry entry={entry} />}</li>
            ))}
          </ul>
        </nav>
        <div className={`line push-end ${styles['toolbarEnd']}`}>
          <PlayerCount className={styles['barPlayers']} />
          {chatLink && (
            <NavLink
              entry={{ name: texts.nav.chat, to: chatLink, external: true }}
              className={`${styles['entry']} ${styles['chat']}`}
            />
          )}
          <HeaderSearch />
          {member && reports && <OpenReportsLink fallback={toolSlot} />}
          {member && <Bell fallback={toolSlot} />}
          <AccountMenu />
          <PhoneMenu navigation={navigation} />
        </div>
      </div>
    </header>
  );
}

function Mark() {
  const { name, logo, light_logo: lightLogo } = useSite();
  const [onDark, onLight] = [logo ?? lightLogo, lightLogo ?? logo];
  const renderImage = (src: string, kind: string) => (
    <img src={src} className={`${styles['logo']} ${kind}`} width={132} height={36} alt={name} />
  );
  return (
    <Link to={linkTo('home')} className={`line plain-link shrinkable text-18 bold ${styles['mark']}`}>
      {onDark === null || onLight === null ? (
        <SiteName name={name} />
      ) : (
        <>
          {renderImage(onDark, 'on-dark')}
          {renderImage(onLight, 'on-light')}
          <span className={styles['fallback']}>
            <SiteName name={name} />
          </span>
        </>
      )}
    </Link>
  );
}

function SiteName({ name }: { name: string }) {
  return (
    <>
      <SiteMark letter={getSiteLetter(name)} />
      <span className={`ellipsis ${styles['name']}`} dir="auto">
        {name}
      </span>
    </>
  );
}

function SiteMark({ letter }: { letter: string }) {
  return (
    <svg viewBox="0 0 32 32" width={28} height={28} aria-hidden="true">
      <defs>
        <linearGradient id="site-mark" x1="0" y1="0" x2="1" y2="1">
          <stop className={styles['gradientStart']} />
          <stop className={styles['gradientEnd']} offset="1" />
        </linearGradient>
      </defs>
      <rect width="32" height="32" rx="8" fill="url(#site-mark)" />
      <text className={styles['markLetter']} x="16" y="23" fontSize="20">
        {letter}
      </text>
    </svg>
  );
}

function Entry({ entry }: { entry: NavEntry }) {
  const { pathname } = useLocation();
  return <NavLink entry={entry} className={styles['entry']} isCurrent={isWithin(pathname, entry.to)} />;
}

function Group({ entry }: { entry: NavEntry }) {
  const { pathname } = useLocation();
  const isCurrent = isWithin(pathname, entry.to);
  return (
    <Disclosure
      label={
        <>
          {entry.name}
          <Icon name="down" size={15} />
        </>
      }
      className={styles['group']}
      buttonClassName={`${styles['entry']} ${isCurrent ? styles['current'] : ''}`}
    >
      <ul role="list" className={`floating popup ${styles['panel']}`}>
        {entry.entries?.map((inner) => (
          <li key={inner.to}>
            <NavLink
              entry={inner}
              className={`target plain-link flex gap-6 text-15 rounded hover-raised ${styles['panelEntry']}`}
            />
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
