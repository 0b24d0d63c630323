import type {
  BookmarkRow,
  NotificationRow,
  WatchedThreadRow,
} from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { ReactNode } from 'react';
import { linkTo, linkToPost, linkToThread, linkToWallPost } from '../../shared/paths.js';
import { Link } from '../../shared/router.js';
import { useSession } from '../../shared/state/session.js';
import { Icon, type IconName } from '../../ui/icon.js';
import { Avatar } from '../../ui/member.js';
import { When } from '../../ui/time/when.js';
import {
  listOthers,
  findReason,
  listStaffActions,
  getTarget,
  type NotificationEntry,
  type NotificationGroup,
} from './groups.js';
import styles from './notifications.module.css';
import { endReminder, markRead } from '../../shared/notifications/store.js';
import { texts } from './texts.js';

export function NotificationItem({ entry }: { entry: NotificationEntry }) {
  switch (entry.kind) {
    case 'thread':
      return <WatchedThread row={entry.thread} />;
    case 'reminder':
      return <Reminder row={entry.reminder} />;
    case 'group':
      return <Group group={entry.group} />;
  }
}

function Group({ group }: { group: NotificationGroup }) {
  const ownName = useSession((state) => state.user?.username);
  const [newest] = group.rows;
  const name = newest.username ?? '';
  return (
    <Line
      to={buildAddress(getTarget(group))}
      picture={newest.username === undefined ? <SitePicture /> : <Avatar name={name} url={newest.avatar_url ?? null} />}
      name={name}
      text={getText(group, ownName)}
      detail={findReason(group)}
      at={newest.at}
      unread={group.unread ? (newest.kind === 'moderation' ? 1 : group.rows.length) : 0}
      open={() => void markRead(group.rows)}
    />
  );
}

function Reminder({ row }: { row: BookmarkRow }) {
  const { kind, id, thread_id, title, note, remind_at } = row;
  const address = kind === 'post' ? linkToPost(thread_id, id) : linkToThread(thread_id);
  return (
    <Line
      to={title === null ? linkTo('yours', { part: '' }) : address}
      picture={<SitePicture icon="bookmark" />}
      name=""
      text={title === null ? texts.reminderGone(note) : texts.reminder(title, note)}
      at={remind_at ?? ''}
      unread={1}
      open={() => void endReminder(row)}
    />
  );
}

function WatchedThread({ row }: { row: WatchedThreadRow }) {
  const { last_username: name, title, others } = row;
  const text =
    row.last_post_id === null ? texts.started(name, title) : texts.replied(texts.people(name, others), title);
  return (
    <Line
      to={linkToThread(row.thread_id)}
      picture={<Avatar name={name} url={row.last_avatar_url} />}
      name={name}
      text={text}
      at={row.last_post_at}
      unread={1}
    />
  );
}

interface LineProps {
  to: string;
  picture: ReactNode;
  /** The member named at the start of the text. Empty if it names no one. */
  name: string;
  text: string;
  detail?: string | null;
  at: string;
  unread: number;
  open?: () => void;
}

function Line({ to, picture, name, text, detail = null, at, unread, open }: LineProps) {
  return (
    <li>
      <Link
        to={to}
        className={`stack hoverable align-center border-bottom color-muted no-underline padding-8-12 ${styles['line']} ${unread > 0 ? styles['new'] : ''}`}
        onClick={open}
      >
        {picture}
        <span className={`break-anywhere ${styles['text']}`} dir="auto">
          <span className={styles['sentence']}>
            {name !== '' && text.startsWith(name) ? (
              <>
                <strong>{name}</strong>
                {text.slice(name.length)}
              </>
            ) : (
              text
            )}
          </span>
          {detail !== null && <span className={`color-muted ${styles['detailLine']}`}>{texts.reason(detail)}</span>}
          <span className={`faint ${styles['detailLine']}`}>
            <When at={at} short />
          </span>
        </span>
        <Mark unread={unread} />
      </Link>
    </li>
  );
}

function Mark({ unread }: { unread: number }) {
  if (unread === 0) return null;
  if (unread > 1) return <span className={`nowrap text-13 round ${styles['count']}`}>{texts.newCount(unread)}</span>;
  return (
    <span className={'dot'}>
      <span className="visually-hidden">{texts.unread}</span>
    </span>
  );
}

function SitePicture({ icon = 'flag' }: { icon?: IconName }) {
  return (
    <span className={`centred color-muted rounded ${styles['site']}`}>
      <Icon name={icon} />
    </span>
  );
}

function getText(group: NotificationGroup, ownName: string | undefined): string {
  const [row] = group.rows;
  const { kind, subject, username, thread, wall_of: owner } = row;
  const people = texts.people(username ?? texts.someone, listOthers(group));
  const title = thread?.title ?? '';
  switch (kind) {
    case 'mention':
      return subject.kind === 'wallpost' ? texts.mentionOnWall(people, owner) : texts.mention(people, title);
    case 'reply':
    case 'quote':
    case 'solution':
      return texts[kind](people, title);
    case 'wall':
      return owner !== null && owner === ownName ? texts.ownWall(people) : texts.wall(people, owner);
    case 'follow':
      return texts.follow(people);
    case 'report':
      return texts.report;
    case 'moderation':
      return getStaffText(group);
  }
}

function getStaffText(group: NotificationGroup): string {
  const [{ username, subject, thread }] = group.rows;
  const title = thread?.title ?? null;
  const subjects = new Set(group.rows.map((row) => row.subject.id)).size;
  const people = texts.people(username ?? texts.someone, listOthers(group));
  const ownText = {
    thread: texts.ownThread(title),
    post: texts.ownReplies(subjects, title),
    wallpost: texts.ownWallPost,
  };
  const kind = subject.kind === 'thread' || subject.kind === 'post' ? subject.kind : 'wallpost';
  return texts.staffActions(people, listStaffActions(group), ownText[kind]);
}

function buildAddress({ kind, subject, thread, username, wall_of: owner }: NotificationRow): string {
  if (subject.kind === 'post' && thread) return linkToPost(thread.id, subject.id);
  if (thread) return linkToThread(thread.id);
  if (kind === 'report') return linkTo('reportBug');
  if (subject.kind === 'wallpost' && owner !== null) return linkToWallPost(owner, subject.id);
  const profile = kind === 'follow' ? username : owner;
  return profile ? linkTo('profile', { username: profile }) : linkTo('notifications');
}
