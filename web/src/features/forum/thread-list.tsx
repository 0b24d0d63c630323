import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { linkTo, linkToThread } from '../../shared/paths.js';
import { disallowsDirectThreads, type Place } from '../../shared/state/sections.js';
import { useSession } from '../../shared/state/session.js';
import { texts as shared } from '../../shared/texts.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Icon } from '../../ui/icon.js';
import { Alert, LoadError } from '../../ui/alert.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Skeleton } from '../../ui/skeleton.js';
import { ThreadTitle } from '../../ui/thread-title.js';
import { When } from '../../ui/time/when.js';
import { MarkAll } from '../reading/mark-all.js';
import { unreadIn, useMarks } from '../reading/marks.js';
import { UnreadDot } from '../reading/unread-dot.js';
import { useMarksOf } from '../reading/use-marks-of.js';
import { AuthorName, AuthorPicture } from '../user-card/author-link.js';
import styles from './forum.module.css';
import { inListOrder, loadMore, openPlace, useThreadList } from './store.js';
import { texts } from './texts.js';
import { usePrefixFilter } from './use-prefix-filter.js';

export function ThreadList({ place }: { place: Place }) {
  const sectionId = place.section.id;
  const subsectionId = place.subsection?.id ?? null;
  const [attempt, setAttempt] = useState(0);
  const { prefixId, links } = usePrefixFilter(place.section.prefixes);
  useEffect(() => openPlace({ sectionId, subsectionId, prefixId }), [sectionId, subsectionId, prefixId, attempt]);
  const { byId, status, next, loadingMore } = useThreadList();
  const rows = Object.values(byId).sort(inListOrder);
  useMarksOf(rows.map(({ id }) => id));
  const guest = useSession((state) => state.user === null);
  // Members read it next to the button.
  if (disallowsDirectThreads(place) && rows.length === 0 && prefixId === null)
    return guest ? <Alert>{texts.notDirect}</Alert> : null;
  return (
    <section>
      <div className={styles['listHead']}>
        <h2 className={styles['head']}>{texts.threads}</h2>
        <MarkAll place={place} rows={rows} />
      </div>
      {links}
      {status === 'failed' && <LoadError again={() => setAttempt(attempt + 1)} />}
      {status === 'loading' && rows.length === 0 && [0, 1, 2, 3].map((line) => <ThreadRowSkeleton key={line} />)}
      {status === 'ready' &&
        rows.length === 0 &&
        (prefixId === null ? <NoThreads /> : <EmptyState>{texts.nonePrefixed}</EmptyState>)}
      {rows.length > 0 && (
        <ul role="list" className={styles['threads']}>
          {rows.map((row) => (
            <ThreadRow key={row.id} row={row} />
          ))}
        </ul>
      )}
      {next !== null && (
        <div className="more">
          <Button onClick={() => void loadMore()} aria-disabled={loadingMore}>
            {loadingMore ? shared.loading : texts.more}
          </Button>
        </div>
      )}
    </section>
  );
}

function ThreadRow({ row }: { row: ThreadSummary }) {
  const mark = useMarks((state) => state.byThread[row.id]);
  const fresh = useThreadList((state) => state.fresh[row.id] ?? false);
  const news = mark || !fresh ? unreadIn(row, mark) : null;
  return (
    <li className={styles['thread']}>
      <AuthorPicture name={row.username} url={row.avatar_url} />
      <div className={styles['threadWhat']}>
        <h3>
          {row.sticky && <Mark icon="pin" name={shared.pinned} />}
          {row.locked && <Mark icon="lock" name={shared.locked} />}
          <Link to={linkToThread(row.id)} className={`whole-row ${news === 0 ? '' : styles['unread']}`}>
            <ThreadTitle thread={row} />
          </Link>
          <UnreadDot count={news} />
        </h3>
        <p className={styles['preview']}>{row.content}</p>
        <p className={styles['meta']}>
          <AuthorName name={row.username} /> · <When at={row.created_at} />
        </p>
      </div>
      <div className={styles['threadLast']}>
        <p className="numbers">{texts.replies(row.reply_count)}</p>
        {row.reply_count > 0 && (
          <p>
            {row.last_username} · <When at={row.last_post_at} short />
          </p>
        )}
      </div>
    </li>
  );
}

function Mark({ icon, name }: { icon: 'pin' | 'lock'; name: string }) {
  return (
    <span className={styles['mark']} title={name}>
      <Icon name={icon} size={16} />
      <span className="visually-hidden">{name}: </span>
    </span>
  );
}

function NoThreads() {
  const guest = useSession((state) => !state.user);
  return (
    <EmptyState>
      <p>{guest ? texts.noThreads : `${texts.noThreads} ${texts.beFirst}`}</p>
      {guest && <ButtonLink to={linkTo('auth')}>{texts.loginToWrite}</ButtonLink>}
    </EmptyState>
  );
}

export function ThreadRowSkeleton() {
  return (
    <div className={styles['thread']}>
      <Skeleton width="44px" height={44} />
      <div className={`${styles['threadWhat']} ${styles['bars']}`}>
        <Skeleton width="45%" height={16} />
        <Skeleton width="85%" />
        <Skeleton width="30%" height={12} />
      </div>
    </div>
  );
}
