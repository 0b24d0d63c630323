import { useCallback, useEffect, useRef } from 'react';
import { usePagedList } from '../../queries/use-paged-list.js';
import { Link, useSearchParams } from '../../shared/router.js';
import type { MemberStat } from '../../shared/state/members.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { texts as shared } from '../../shared/texts.js';
import { useTypedSearch } from '../../shared/hooks/use-typed-search.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Avatar, RoleBadge } from '../../ui/member.js';
import { MoreRows } from '../../ui/live-list/more-rows.js';
import { EmptyState } from '../../ui/empty-state.js';
import { BlankRow, UpdatesPill } from '../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../ui/live-list/use-held-rows.js';
import { Skeleton } from '../../ui/skeleton.js';
import { SearchField } from '../../ui/search-field.js';
import { calls, followStaff, kinds, ranksOf, searchAddress, type PeopleKind } from './lists.js';
import styles from './members.module.css';
import { texts } from './texts.js';

const maxNameLength = 40;

export function MembersPage() {
  return <PeoplePage kind="members" />;
}

export function StaffPage() {
  return <PeoplePage kind="staff" />;
}

function PeoplePage({ kind }: { kind: PeopleKind }) {
  const { title, intro, search, other } = texts[kind];
  const [params, setParams] = useSearchParams();
  const write = useCallback(
    (wanted: string) => setParams(wanted === '' ? {} : { search: wanted }, { replace: true }),
    [setParams],
  );
  const { typed, type, wanted } = useTypedSearch(params.get('search') ?? '', write);
  usePageTitle(title);
  return (
    <div className={`grid one-column ${styles['page']}`}>
      <div className={`row gap-4-16 spread ${styles['head']}`}>
        <h1>{title}</h1>
        <ButtonLink kind="quiet" to={linkTo(kind === 'members' ? 'staff' : 'members')}>
          {other}
        </ButtonLink>
      </div>
      <p className={`color-muted ${styles['intro']}`}>{intro}</p>
      <SearchField
        label={search}
        labelHidden
        value={typed}
        placeholder={search}
        maxLength={maxNameLength}
        onChange={type}
      />
      <People kind={kind} wanted={wanted} />
    </div>
  );
}

function People({ kind, wanted }: { kind: PeopleKind; wanted: string }) {
  // The ranking provides the ranks for itself and for the search results.
  const all = usePagedList(kinds[kind], calls[kind]);
  const searched = usePagedList(kinds[kind], wanted === '' ? null : searchAddress(kind, wanted));
  const { rows, status, next, loadingMore, more, reload } = wanted === '' ? all : searched;
  const [list, listRef] = useHeldRows(rows, idOf, { scope: wanted, loading: status === 'loading' });
  const ranks = ranksOf(all.rows);
  useStaffOf(kind, all.rows, all.reload);
  return (
    <>
      <p className="visually-hidden" role="status">
        {wanted !== '' && status === 'ready' && texts.found(rows.length, next !== null)}
      </p>
      <div ref={listRef}>
        <UpdatesPill list={list} />
        <ol role="list" data-rows className={styles['people']} aria-busy={status === 'loading'}>
          {status === 'loading' && rows.length === 0 && skeletons}
          {list.rows.map(({ key, row, blank }) =>
            blank ? (
              <BlankRow key={key} />
            ) : (
              <Person key={key} row={row} rank={kind === 'members' ? (ranks.get(row.id) ?? null) : undefined} />
            ),
          )}
        </ol>
      </div>
      {status !== 'loading' && list.rows.length === 0 && (
        <EmptyState>
          <p>{texts.none}</p>
          {status === 'failed' && <Button onClick={() => void reload()}>{shared.tryAgain}</Button>}
        </EmptyState>
      )}
      <MoreRows {...{ next, loadingMore }} more={more} label={texts.more} />
    </>
  );
}

const idOf = ({ id }: { id: number }): number => id;

function useStaffOf(kind: PeopleKind, rows: readonly MemberStat[], reload: () => Promise<unknown>): void {
  const shown = useRef(rows);
  useEffect(() => void (shown.current = rows), [rows]);
  useEffect(() => (kind === 'staff' ? followStaff(() => shown.current, reload) : undefined), [kind, reload]);
}

/** `rank`: undefined if the list shows none, null if it is not loaded. */
function Person({ row, rank }: { row: MemberStat; rank: number | null | undefined }) {
  const { username, avatar_url, role, posts } = row;
  return (
    <li className={`line entry gap-16 padding-12 ${styles['person']}`}>
      {rank !== undefined && (
        <span className={`faint no-shrink text-right ${styles['rank']} numbers`}>
          {rank === null ? (
            '–'
          ) : (
            <>
              <span className="visually-hidden">{texts.rank(rank)}</span>
              <span aria-hidden="true">{rank}</span>
            </>
          )}
        </span>
      )}
      <Avatar name={username} url={avatar_url} large />
      <span className={`row grow break-anywhere semibold ${styles['name']}`}>
        <Link to={linkTo('profile', { username })} className="whole-row">
          {username}
        </Link>
        <RoleBadge role={role} />
      </span>
      <span className={`muted no-shrink numbers`}>{texts.posts(posts)}</span>
    </li>
  );
}

const skeletons = [0, 1, 2, 3, 4, 5, 6, 7].map((line) => (
  <li key={line} className={`line entry gap-16 padding-12 ${styles['person']}`}>
    <Skeleton width="44px" height={44} />
    <span className={`row grow break-anywhere semibold ${styles['name']}`}>
      <Skeleton width="40%" height={16} />
    </span>
  </li>
));
