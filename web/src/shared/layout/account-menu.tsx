import { Link } from 'react-router-dom';
import { linkTo } from '../paths.js';
import { useSession } from '../session.js';
import { texts } from '../texts.js';
import { buttonClass } from '../ui/button.js';
import { Disclosure } from '../ui/disclosure.js';
import { Avatar } from '../ui/member.js';
import styles from './header.module.css';

export function AccountMenu() {
  const user = useSession((state) => state.user);
  if (user === undefined) return <span className={styles['accountPlace']} />;
  if (user === null) {
    return (
      <Link to={linkTo('auth')} className={`${buttonClass('primary')} ${styles['login']}`}>
        {texts.nav.login}
      </Link>
    );
  }
  return (
    <Disclosure
      label={<Avatar name={user.username} url={user.avatar_url} />}
      name={`${texts.nav.account}: ${user.username}`}
      className={styles['group']}
      buttonClassName={styles['account']}
    >
      <div className={`${styles['panel']} ${styles['panelEnd']}`}>
        <p className={styles['who']}>{user.username}</p>
        <ul role="list">
          <li>
            <Link to={linkTo('profile', { username: user.username })} className={styles['panelEntry']}>
              {texts.nav.profile}
            </Link>
          </li>
          <li>
            <Link to={linkTo('logout')} className={styles['panelEntry']}>
              {texts.nav.logout}
            </Link>
          </li>
        </ul>
      </div>
    </Disclosure>
  );
}
