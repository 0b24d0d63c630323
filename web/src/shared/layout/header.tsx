import { Link, useLocation } from 'react-router-dom';
import { linkTo } from '../paths.js';
import { site } from '../site.js';
import { texts } from '../texts.js';
import { Disclosure } from '../ui/disclosure.js';
import { Icon } from '../ui/icon.js';
import { AccountMenu } from './account-menu.js';
import { HeaderSearch } from './header-search.js';
import styles from './header.module.css';
import { isWithin, useNavigation, type NavEntry } from './navigation.js';

export function Header() {
  const navigation = useNavigation();
  return (
    <header className={styles['header']}>
      <div className={styles['bar']}>
        <Link to={linkTo('home')} className={styles['mark']}>
          <img src="/favicon.svg" width={28} height={28} alt="" />
          {site.name}
        </Link>
        <nav className={styles['nav']} aria-label={texts.nav.label}>
          <ul role="list">
            {navigation.map((entry) => (
              <li key={entry.name}>{entry.entries ? <Group entry={entry} /> : <Entry entry={entry} />}</li>
            ))}
          </ul>
        </nav>
        <div className={styles['end']}>
          {site.chatLink && (
            <a className={styles['entry']} href={site.chatLink}>
              {texts.nav.chat}
            </a>
          )}
          <HeaderSearch className={styles['search']} />
          <Link to={linkTo('search')} className={styles['searchLink']} aria-label={texts.nav.search}>
            <Icon name="search" size={20} />
          </Link>
          <AccountMenu />
          <Disclosure
            label={<Icon name="menu" size={22} />}
            name={texts.nav.menu}
            className={styles['phone']}
            buttonClassName={styles['phoneButton']}
          >
            <PhonePanel navigation={navigation} />
          </Disclosure>
        </div>
      </div>
    </header>
  );
}

function Entry({ entry }: { entry: NavEntry }) {
  const { pathname } = useLocation();
  const here = isWithin(pathname, entry.to);
  return (
    <Link to={entry.to} className={styles['entry']} aria-current={here ? 'page' : undefined}>
      {entry.name}
      {entry.external && (
        <>
          <Icon name="external" size={15} />
          <span className="visually-hidden">({texts.nav.opensElsewhere})</span>
        </>
      )}
    </Link>
  );
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
            <Link
              to={inner.to}
              className={styles['panelEntry']}
              aria-current={pathname === inner.to ? 'page' : undefined}
            >
              {inner.name}
            </Link>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function PhonePanel({ navigation }: { navigation: NavEntry[] }) {
  const { pathname } = useLocation();
  return (
    <div className={styles['phonePanel']}>
      <HeaderSearch className={styles['phoneSearch']} />
      <nav aria-label={texts.nav.label}>
        {navigation.map((entry) => (
          <div key={entry.name} className={styles['phoneGroup']}>
            {entry.entries && <p className={styles['phoneHead']}>{entry.name}</p>}
            <ul role="list">
              {(entry.entries ?? [entry]).map((inner) => (
                <li key={inner.to}>
                  <Link
                    to={inner.to}
                    className={styles['panelEntry']}
                    aria-current={pathname === inner.to ? 'page' : undefined}
                  >
                    {inner.name}
                    {inner.external && <Icon name="external" size={15} />}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  );
}
