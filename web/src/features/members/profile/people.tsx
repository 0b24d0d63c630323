import type { PersonRow } from '@guildhall/domain/wire/schemas/members/members.js';
import { listOfPeople } from '../../../queries/pages.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { Avatar, RoleBadge } from '../../../ui/member.js';
import { LoadError } from '../../../ui/alert.js';
import { MoreRows } from '../../../ui/live-list/more-rows.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { BlankRow, UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../../ui/live-list/use-held-rows.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { addressOf } from './state/api.js';
import styles from './profile.module.css';
import { useProfile } from './state/store.js';
import { texts } from './state/texts.js';
import { useReload } from './state/use-reload.js';

const people = listOfPeople<PersonRow>(50, 1_000);
const idOf = ({ id }: PersonRow): number => id;

interface PeopleProps {
  kind: 'followers' | 'following';
  username: string;
}

/** The followers of a member, or the members whom they follow; the newest first. */
export function People({ kind, username }: PeopleProps) {
  const { rows, status, next, loadingMore, more, reload } = usePagedList(people, `${addressOf(username)}/${kind}`);
  useReload(
    reload,
    useProfile((state) => state.profile?.[kind]),
  );
  const loading = status === 'loading';
  const [list, listRef] = useHeldRows(rows, idOf, { scope: `${kind} ${username}`, loading });
  const empty = status === 'ready' && rows.length === 0;
  return (
    <section aria-label={texts.people[kind].name(username)} aria-busy={loading}>
      {status === 'failed' && <LoadError again={() => void reload()} />}
      {loading && rows.length === 0 && [0, 1, 2].map((line) => <Skeleton key={line} width="100%" height={48} />)}
      {empty && <EmptyState>{texts.people[kind].none(username)}</EmptyState>}
      <div ref={listRef}>
        <UpdatesPill list={list} />
        <ul role="list" data-rows className={`grid gap-4 ${styles['people']}`}>
          {list.rows.map(({ key, row, blank }) => (blank ? <BlankRow key={key} /> : <Person key={key} row={row} />))}
        </ul>
      </div>
      <MoreRows {...{ next, loadingMore }} more={more} label={texts.morePeople} />
    </section>
  );
}

function Person({ row: { username, avatar_url, role } }: { row: PersonRow }) {
  return (
    <li>
      <Link
        to={linkTo('profile', { username })}
        className={`line plain-link gap-12 semibold rounded hover-overlay ${styles['personLink']}`}
      >
        <Avatar name={username} url={avatar_url} />
        {username}
        <RoleBadge role={role} />
      </Link>
    </li>
  );
}
