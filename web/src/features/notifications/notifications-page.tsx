import { useEffect, useMemo } from 'react';
import { formatDate } from '../../shared/dates.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { Redirect, useLocation } from '../../shared/router.js';
import { useSession } from '../../shared/state/session.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { MoreButton } from '../../ui/loading/more-button.js';
import { LoadError } from '../../ui/alert.js';
import { EmailPauseAlert } from '../../ui/notifications/email-pause/email-pause-alert.js';
import { EmptyState } from '../../ui/empty-state.js';
import { NextSteps } from '../../ui/page/lazy-next-steps.js';
import { HeldRows, UpdatesPill } from '../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../ui/live-list/use-held-rows.js';
import { Skeleton } from '../../ui/skeleton.js';
import { groupByDay, buildEntries, getEntryKey, type NotificationEntry } from './groups.js';
import { NotificationItem } from './notification-item.js';
import styles from './notifications.module.css';
import {
  followNotifications,
  loadMoreNotifications,
  markAllRead,
  useNotifications,
} from '../../shared/notifications/store.js';
import { texts } from './texts.js';

export function NotificationsPage() {
  const user = useSession((state) => state.user);
  const { pathname } = useLocation();
  const userId = user?.id;
  usePageTitle(texts.title);
  useEffect(() => {
    if (userId !== undefined) followNotifications(userId);
  }, [userId]);
  if (user === null) return <Redirect to={linkTo('auth')} state={{ from: pathname }} />;
  return (
    <div className={`grid gap-24 page-column ${styles['page']}`}>
      <Head />
      <EmailPauseAlert />
      <Lists />
    </div>
  );
}

function Head() {
  const unread = useNotifications((state) => state.unread);
  return (
    <div className={`row ${styles['head']}`}>
      <h1>{texts.title}</h1>
      <ButtonLink kind="quiet" to={linkTo('settings', { part: 'notifications' })}>
        {texts.choose}
      </ButtonLink>
      <Button aria-disabled={unread === 0} onClick={() => unread > 0 && void markAllRead()}>
        {texts.markAll}
      </Button>
    </div>
  );
}

function Lists() {
  const { status, threads, reminders, rows, next, loadingMore } = useNotifications();
  const entries = useMemo(() => buildEntries({ threads, reminders, rows }), [threads, reminders, rows]);
  const oldest = next === null ? '' : (entries.at(-1)?.at ?? '');
  // An entry that is older than all loaded ones has moved to the next page and was not removed.
  const isLost = (entry: NotificationEntry) => entry.at > oldest;
  const [list, listRef] = useHeldRows(entries, getEntryKey, { isLost });
  if (status === 'loading') return <NotificationsSkeleton />;
  if (status === 'failed') return <LoadError retry={() => location.reload()} />;
  if (list.rows.length === 0)
    return (
      <>
        <EmptyState>{texts.none}</EmptyState>
        <NextSteps />
      </>
    );
  return (
    <div ref={listRef}>
      <UpdatesPill list={list} />
      {groupByDay(list.rows).map(({ day, rows: ofDay }) => (
        <section key={day} aria-label={formatDay(day)}>
          <h2>{formatDay(day)}</h2>
          <ul role="list" data-rows>
            <HeldRows list={{ rows: ofDay }}>{(entry) => <NotificationItem entry={entry} />}</HeldRows>
          </ul>
        </section>
      ))}
      <MoreButton list={{ next, loadingMore, loadMore: loadMoreNotifications }} name={texts.more} />
    </div>
  );
}

function formatDay(day: string): string {
  const now = new Date();
  if (day === now.toDateString()) return texts.today;
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return day === yesterday.toDateString() ? texts.yesterday : formatDate(new Date(day));
}

function NotificationsSkeleton() {
  return (
    <div className="stack" aria-hidden="true">
      {[1, 2, 3, 4].map((n) => (
        <Skeleton key={n} width="100%" height={44} />
      ))}
    </div>
  );
}
