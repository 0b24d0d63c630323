import { useEffect, useMemo } from 'react';
import { linkTo } from '../../shared/paths.js';
import { Link } from '../../shared/router.js';
import { useSession } from '../../shared/state/session.js';
import { Button } from '../../ui/button.js';
import { Disclosure } from '../../ui/disclosure.js';
import { Icon } from '../../ui/icon.js';
import { HeldRows, UpdatesPill } from '../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../ui/live-list/use-held-rows.js';
import { buildEntries, getEntryKey, type NotificationEntry } from './groups.js';
import { NotificationItem } from './notification-item.js';
import styles from './notifications.module.css';
import { followNotifications, markAllRead, useNotifications } from '../../shared/notifications/store.js';
import { texts } from './texts.js';

const maxShown = 8;
const loadDelayMs = 300;

export function Bell() {
  const userId = useSession((state) => state.user?.id);
  const unread = useNotifications((state) => state.unread);
  useEffect(() => {
    if (userId === undefined) return;
    const timer = setTimeout(() => followNotifications(userId), loadDelayMs);
    return () => clearTimeout(timer);
  }, [userId]);
  return (
    <Disclosure
      label={
        <>
          <Icon name="bell" size={20} />
          {unread > 0 && <span className="number-badge corner-badge">{texts.count(unread)}</span>}
        </>
      }
      name={texts.bell(unread)}
      className={styles['bell']}
      buttonClassName={`bare centred header-button ${styles['bellButton']}`}
    >
      <Panel />
    </Disclosure>
  );
}

function Panel() {
  const { threads, reminders, rows, unread } = useNotifications();
  const entries = useMemo(() => buildEntries({ threads, reminders, rows }), [threads, reminders, rows]);
  const all = new Set(entries.map(getEntryKey));
  const isLost = (entry: NotificationEntry) => !all.has(getEntryKey(entry));
  const [list, listRef] = useHeldRows(entries.slice(0, maxShown), getEntryKey, { isLost });
  return (
    <div ref={listRef} className={`floating scroll-y ${styles['panel']}`}>
      <div className={`flex spread align-center border-bottom semibold ${styles['panelHead']}`}>
        <p>{texts.title}</p>
        {unread > 0 && (
          <Button kind="quiet" onClick={() => void markAllRead()}>
            {texts.markAll}
          </Button>
        )}
      </div>
      <UpdatesPill list={list} />
      {list.rows.length === 0 && <p className="color-muted padding-16">{texts.none}</p>}
      <ul role="list" data-rows>
        <HeldRows list={list}>{(entry) => <NotificationItem entry={entry} />}</HeldRows>
      </ul>
      <Link to={linkTo('notifications')} className={`flex align-center ${styles['allLink']}`}>
        {texts.all}
      </Link>
    </div>
  );
}
