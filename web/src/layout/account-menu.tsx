import { canSeeAdminArea } from '@guildhall/domain/permissions.js';
import { linkTo, matchPath, paths } from '../shared/paths.js';
import { Link, useLocation } from '../shared/router.js';
import { useActor, useSession } from '../shared/state/session.js';
import { texts } from '../shared/texts.js';
import { getButtonClass } from '../ui/button.js';
import { Disclosure } from '../ui/disclosure.js';
import { Avatar } from '../ui/member.js';
import styles from './header.module.css';

export function AccountMenu() {
  const user = useSession((state) => state.user);
  const entries = useAccountEntries();
  const { pathname } = useLocation();
  if (user === undefined) return <span className={styles['accountPlace']} />;
  if (user === null) {
    return (
      <Link
        to={linkTo('auth')}
        state={matchPath(paths.thread, pathname) && { from: pathname }}
        className={`${getButtonClass('primary')} ${styles['login']}`}
      >
        {texts.nav.login}
      </Link>
    );
  }
  return (
    <Disclosure
      label={<Avatar name={user.username} url={user.avatar_url} />}
      name={`${texts.nav.account}: ${user.username}`}
      className={styles['group']}
      buttonClassName={`bare centred square-target header-button ${styles['account']}`}
    >
      <div className={`floating popup ${styles['panel']} ${styles['panelEnd']}`}>
        <p className={`muted border-bottom semibold padding-8-12 ${styles['username']}`}>{user.username}</p>
        <ul role="list">
          {entries.map(({ name, to }) => (
            <li key={to}>
              <Link
                to={to}
                className={`target plain-link flex gap-6 text-15 rounded hover-raised ${styles['panelEntry']}`}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Disclosure>
  );
}

function useAccountEntries(): { name: string; to: string }[] {
  const user = useSession((state) => state.user);
  const actor = useActor();
  if (!user) return [];
  return [
    { name: texts.nav.profile, to: linkTo('profile', { username: user.username }) },
    { name: texts.nav.yours, to: linkTo('yours', { part: '' }) },
    { name: texts.nav.settings, to: linkTo('settings', { part: '' }) },
    ...(canSeeAdminArea(actor) ? [{ name: texts.nav.admin, to: linkTo('adminDashboard') }] : []),
    { name: texts.nav.logout, to: linkTo('logout') },
  ];
}
