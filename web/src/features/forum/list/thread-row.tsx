import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { memo, type ReactNode } from 'react';
import { createLazyComponent } from '../../../shared/lazy.js';
import { linkToThread } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { texts as shared } from '../../../shared/texts.js';
import { Icon } from '../../../ui/icon.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { ThreadTitle } from '../../../ui/thread-title.js';
import { When } from '../../../ui/time/when.js';
import { useSelection } from '../moderation/selection.js';
import { countUnread, useMarks } from '../../../shared/reading/marks.js';
import { UnreadDot } from '../../../ui/reading/unread-dot.js';
import { AuthorName, AuthorPicture } from '../../../ui/user-card/author-link.js';
import { texts } from '../texts.js';
import { countReactions } from '../thread-rows.js';
import styles from './list.module.css';
import { Avatar } from '../../../ui/member.js';

const RowTick = createLazyComponent(() => import('../lazy-parts.js'), 'RowTick');

interface ThreadRowProps {
  row: ThreadSummary;
  /** True if the thread received replies after the list was opened. Also set for readers without a read mark. */
  isFresh?: boolean;
  isCreated?: boolean;
  place?: string | undefined;
  withReactions?: boolean;
}

export const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const { row, isFresh = false, isCreated = false, place, withReactions = false } = props;
  const mark = useMarks((state) => state.byThread[row.id]);
  const unreadCount = mark || !isFresh ? countUnread(row, mark) : null;
  const isRead = mark !== undefined && unreadCount === 0;
  const isSelecting = useSelection((state) => state.on);
  const picture = <AuthorPicture name={row.username} url={row.avatar_url} />;
  return (
    <li
      className={`entry grid align-center ${styles['thread']} ${isCreated ? styles['createdRow'] : ''}`}
      ref={isCreated ? bringIntoView : undefined}
    >
      {isSelecting ? <RowTick row={row} fallback={picture} /> : picture}
      <div className={styles['text']}>
        <h3>
          {row.sticky && <Mark icon="pin" name={shared.pinned} />}
          {row.locked && <Mark icon="lock" name={shared.locked} />}
          {row.solution_id && <Mark icon="check" name={shared.solved} />}
          <Link
            to={linkToThread(row.id)}
            className={`whole-row ellipsis two-lines shrinkable ${styles['title']} ${isRead ? 'read-title' : ''}`}
            data-thread={row.id}
            dir="auto"
          >
            <ThreadTitle thread={row} />
          </Link>
          <UnreadDot count={unreadCount} />
        </h3>
        <p className={`ellipsis color-muted ${styles['line']}`}>
          <span className={`color-faint ${styles['meta']}`}>
            <AuthorName name={row.username} />
            {place !== undefined && <> {texts.inPlace(place)}</>}
            <span className={styles['wide']}>
              {' · '}
              <When at={row.created_at} short />
            </span>
          </span>
          <span className={styles['preview']} dir="auto">
            {row.content}
          </span>
        </p>
      </div>
      <Numbers row={row} reactions={withReactions ? countReactions(row) : 0} />
    </li>
  );
});

/** A new thread could be out of view below many pinned ones. */
const bringIntoView = (line: HTMLLIElement | null) => line?.scrollIntoView({ block: 'nearest' });

function Numbers({ row, reactions }: { row: ThreadSummary; reactions: number }) {
  return (
    <div className={`flex gap-12 justify-end align-center color-faint text-right ${styles['lastPost']}`}>
      {row.picture && (
        <img
          src={row.picture.tiny_url}
          alt=""
          width={56}
          height={42}
          loading="lazy"
          className={`no-shrink rounded-small ${styles['picture']}`}
        />
      )}
      <Participants row={row} />
      <div>
        <p className="ellipsis numbers">
          {shared.replies(row.reply_count)}
          {reactions > 0 && ` · ${texts.list.reactions(reactions)}`}
        </p>
        {row.reply_count > 0 && (
          <p className="ellipsis">
            <span className={styles['wide']}>{row.last_username} · </span>
            <When at={row.last_post_at} short />
          </p>
        )}
      </div>
    </div>
  );
}

function Mark({ icon, name }: { icon: 'pin' | 'lock' | 'check'; name: string }): ReactNode {
  return (
    <span className={`${icon === 'check' ? 'color-success' : 'color-warning'} ${styles['mark']}`} title={name}>
      <Icon name={icon} size={16} />
      <span className="visually-hidden">{name}: </span>
    </span>
  );
}

export function ThreadRowSkeleton() {
  return (
    <div className={`entry grid align-center ${styles['thread']}`}>
      <Skeleton width="36px" height={36} />
      <div className="grid gap-8">
        <Skeleton width="45%" height={16} />
        <Skeleton width="85%" />
      </div>
    </div>
  );
}

function Participants({ row: { participants } }: { row: Pick<ThreadSummary, 'participants'> }) {
  if (participants.length === 0) return null;
  const names = texts.list.participants(participants.map(({ username }) => username));
  return (
    <span className={`flex ${styles['participants']}`} role="img" aria-label={names} title={names}>
      {participants.map(({ id, username, avatar_url }) => (
        <Avatar key={id} name={username} url={avatar_url} />
      ))}
    </span>
  );
}
