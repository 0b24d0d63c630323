import type { GameAccountRow } from '@guildhall/domain/wire/schemas/games/accounts.js';
import { useCallback, useEffect } from 'react';
import { usePagedList } from '../../queries/use-paged-list.js';
import { Link, useSearchParams } from '../../shared/router.js';
import type { MemberStat } from '../../shared/state/members.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { useTypedSearch } from '../../shared/hooks/use-typed-search.js';
import { ButtonLink } from '../../ui/button.js';
import { Avatar, RoleBadge } from '../../ui/member.js';
import { PagedRows } from '../../ui/live-list/paged-rows.js';
import { NextSteps } from '../../ui/page/lazy-next-steps.js';
import { GameName } from '../../ui/game-accounts/game-account.js';
import { SearchField } from '../../ui/search-field.js';
import { calls, followStaff, groupByRole, kinds, rankMembers, buildSearchAddress, type PeopleKind } from './lists.js';
import { useGameAccounts } from './use-game-accounts.js';
import styles from './members.module.css';
import { texts } from './texts.js';

const maxNameLength = 40;
/** A row has space for one account without becoming taller. The profile lists all of them. */
const maxShownAccounts = 1;

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
    (searchTerm: string) => setParams(searchTerm === '' ? {} : { search: searchTerm }, { replace: true }),
    [setParams],
  );
  const { typedText, type, searchTerm } = useTypedSearch(params.get('search') ?? '', write);
  usePageTitle(title);
  return (
    <div className="grid one-column page-column">
      <div className={`row gap-4-16 spread ${styles['head']}`}>
        <h1>{title}</h1>
        <ButtonLink kind="quiet" to={linkTo(kind === 'members' ? 'staff' : 'members')}>
          {other}
        </ButtonLink>
      </div>
      <p className={`color-muted ${styles['lead']}`}>{intro}</p>
      <SearchField
        label={search}
        labelHidden
        value={typedText}
        placeholder={search}
        maxLength={maxNameLength}
        onChange={type}
      />
      <People kind={kind} searchTerm={searchTerm} />
    </div>
  );
}

function People({ kind, searchTerm }: { kind: PeopleKind; searchTerm: string }) {
  // Search results take their ranks from the full ranking.
  const all = usePagedList(kinds[kind], calls[kind]);
  const searchResults = usePagedList(kinds[kind], searchTerm === '' ? null : buildSearchAddress(kind, searchTerm));
  const list = searchTerm === '' ? all : searchResults;
  const { rows, status, next } = list;
  const ranks = rankMembers(all.rows);
  const accounts = useGameAccounts(rows.map(({ id }) => id));
  useEffect(() => (kind === 'staff' ? followStaff(all.reload) : undefined), [kind, all.reload]);
  return (
    <>
      <p className="visually-hidden" role="status">
        {searchTerm !== '' && status === 'ready' && texts.found(rows.length, next !== null)}
      </p>
      <section className={styles['people']} aria-label={texts[kind].title} aria-busy={status === 'loading'}>
        <PagedRows
          {...(kind === 'staff' ? groupByRole(list) : { list, getKey: kinds.members.getKey })}
          scope={searchTerm}
          rowHeight={68}
          none={texts.none}
          suggestions={<NextSteps hasSearch />}
          moreLabel={texts.more}
        >
          {(row) => (
            <Person
              row={row}
              rank={kind === 'members' ? (ranks.get(row.id) ?? null) : undefined}
              accounts={accounts.get(row.id) ?? []}
            />
          )}
        </PagedRows>
      </section>
    </>
  );
}

interface PersonProps {
  row: MemberStat;
  /** Undefined if the list has no ranks, and null if it is not loaded. */
  rank: number | null | undefined;
  accounts: readonly GameAccountRow[];
}

function Person({ row, rank, accounts }: PersonProps) {
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
        {rank !== undefined && <RoleBadge role={role} />}
        {accounts.slice(0, maxShownAccounts).map((account) => (
          <span key={account.id} className="hint ellipsis">
            <GameName account={account} isShort />
          </span>
        ))}
      </span>
      <span className={`muted no-shrink numbers`}>{texts.posts(posts)}</span>
    </li>
  );
}
