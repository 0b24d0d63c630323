import type { NotificationRow, WatchedThreadRow } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { Link } from 'react-router-dom';
import { linkTo, linkToPost, linkToThread } from '../../shared/paths.js';
import { useSession } from '../../shared/state/session.js';
import { When } from '../../ui/time/when.js';
import styles from './notifications.module.css';
import { markRead } from './store.js';
import { texts } from './texts.js';

/** A notification, as a link to its subject. */
export function NotificationItem({ row }: { row: NotificationRow }) {
  const ownName = useSession((state) => state.user?.username);
  return (
    <li>
      <Link to={addressOf(row)} className={styles['line']} onClick={() => void markRead(row)}>
        <Mark unread={!row.read} />
        <span className={styles['words']}>{wordsFor(row, ownName)}</span>
        <span className={styles['when']}>
          <When at={row.at} short />
        </span>
      </Link>
    </li>
  );
}

/** A watched thread that is new, or has new replies. */
export function WatchedThreadItem({ row }: { row: WatchedThreadRow }) {
  return (
    <li>
      <Link to={linkToThread(row.thread_id)} className={styles['line']}>
        <Mark unread />
        <span className={styles['words']}>
          {(row.last_post_id === null ? texts.started : texts.replied)(row.last_username, row.title)}
        </span>
        <span className={styles['when']}>
          <When at={row.last_post_at} short />
        </span>
      </Link>
    </li>
  );
}

function Mark({ unread }: { unread: boolean }) {
  return (
    <span className={unread ? styles['new'] : styles['read']}>
      {unread && <span className="visually-hidden">{texts.unread}</span>}
    </span>
  );
}

function wordsFor(row: NotificationRow, ownName: string | undefined): string {
  const { kind, username, thread, act, wall_of: owner, subject } = row;
  const name = username ?? texts.someone;
  const title = thread?.title ?? '';
  switch (kind) {
    case 'mention':
    case 'quote':
      return texts[kind](name, title);
    case 'wall':
      return owner !== null && owner === ownName ? texts.ownWall(name) : texts.wall(name, owner);
    case 'follow':
      return texts.follow(name);
    case 'report':
      return texts.report;
    case 'moderation':
      if (subject.kind === 'wallpost') return texts.ownWallPost(act ?? '');
      return subject.kind === 'thread' ? texts.ownThread(title, act ?? '') : texts.ownReply(title, act ?? '');
  }
}

function addressOf({ kind, subject, thread, username, wall_of: owner }: NotificationRow): string {
  if (subject.kind === 'post' && thread) return linkToPost(thread.id, subject.id);
  if (thread) return linkToThread(thread.id);
  if (kind === 'report') return linkTo('reportBug');
  const profile = kind === 'follow' ? username : owner;
  return profile ? linkTo('profile', { username: profile }) : linkTo('notifications');
}
