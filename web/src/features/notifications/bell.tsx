import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { linkTo } from '../../shared/paths.js';
import { useSession } from '../../shared/state/session.js';
import { Button } from '../../ui/button.js';
import { Disclosure } from '../../ui/disclosure.js';
import { Icon } from '../../ui/icon.js';
import { entriesOf, keyOf } from './groups.js';
import { NotificationItem } from './notification-item.js';
import styles from './notifications.module.css';
import { followNotifications, markAllRead, useNotifications } from './store.js';
import { texts } from './texts.js';

const maxShown = 8;
const loadDelayMs = 300; // ms

/** Shows in the header how many notifications are new, and lists the newest. */
export function Bell() {
  const userId = useSession((state) => state.user?.id);
  const unread = useNotifications((state) => state.unread);
  useEffect(() => {
    if (userId === undefined) return;
    // The page itself comes first.
    const timer = setTimeout(() => followNotifications(userId), loadDelayMs);
    return () => clearTimeout(timer);
  }, [userId]);
  return (
    <Disclosure
      label={
        <>
          <Icon name="bell" size={20} />
          {unread > 0 && <span className={styles['badge']}>{texts.count(unread)}</span>}
        </>
      }
      name={texts.bell(unread)}
      className={styles['bell']}
      buttonClassName={styles['bellButton']}
    >
      <Panel />
    </Disclosure>
  );
}

function Panel() {
  const { threads, rows, unread } = useNotifications();
  const nothing = threads.length === 0 && rows.length === 0;
  return (
    <div className={styles['panel']}>
      <div className={styles['panelHead']}>
        <p>{texts.title}</p>
        {unread > 0 && (
          <Button kind="quiet" onClick={() => void markAllRead()}>
            {texts.markAll}
          </Button>
        )}
      </div>
      {nothing && <p className={styles['none']}>{texts.none}</p>}
      <ul role="list">
        {entriesOf(threads, rows)
          .slice(0, maxShown)
          .map((entry) => (
            <NotificationItem key={keyOf(entry)} entry={entry} />
          ))}
      </ul>
      <Link to={linkTo('notifications')} className={styles['allLink']}>
        {texts.all}
      </Link>
    </div>
  );
}
