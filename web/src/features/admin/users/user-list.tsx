import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { Fragment, type ReactNode } from 'react';
import { formatDateAndTime, formatDate } from '../../../shared/dates.js';
import { useWide } from '../../../shared/hooks/use-wide.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { HeldRows, UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../../ui/live-list/use-held-rows.js';
import { Icon } from '../../../ui/icon.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { Pager } from '../../../ui/table/pager.js';
import admin from '../../../ui/table/table.module.css';
import { ActionLinks } from './actions/action-links.js';
import type { useUserList } from './accounts.js';
import styles from './users.module.css';
import { BanState } from './person.js';
import { PageCheckbox, UserCheckbox, type Selection } from './selection.js';
import { pageSize, toggleSort, sorts, type Sort, type UserQuery } from './query.js';
import { texts } from './texts.js';
import { NoUsers } from './user-filters.js';

const { columns: names } = texts;

type Cell = (row: AccountRow, selection: Selection | null) => ReactNode;

const nameLink = ({ id, username }: AccountRow) => (
  <Link to={linkTo('adminUser', { id: String(id) })} className="link plain-link break-anywhere semibold">
    {username}
  </Link>
);

const cells = {
  select: (row, selection) => <td>{selection && <UserCheckbox row={row} selection={selection} />}</td>,
  username: (row) => <th scope="row">{nameLink(row)}</th>,
  user: (row) => (
    <th scope="row">
      {nameLink(row)}
      <p className={`ellipsis color-muted ${styles['email']}`} title={row.email}>
        {row.email}
      </p>
    </th>
  ),
  email: ({ email }) => <td className="break-anywhere color-muted">{email}</td>,
  verified: ({ verified }) => (
    <td className={verified ? undefined : 'color-warning'}>{verified ? texts.yes : texts.no}</td>
  ),
  banned: (row) => (
    <td>
      <BanState row={row} />
    </td>
  ),
  role: ({ role }) => (
    <td className="ellipsis" title={role}>
      {role}
    </td>
  ),
  posts: ({ posts }) => <td className="text-right">{posts}</td>,
  created_at: ({ created_at }) => (
    <td className="nowrap color-muted">
      <DayOf at={created_at} />
    </td>
  ),
  last_seen: ({ last_seen }) => (
    <td className="nowrap color-muted">
      {last_seen === null ? <span title={texts.notSeen}>–</span> : <DayOf at={last_seen} />}
    </td>
  ),
  acts: (row, selection) => <td>{selection && <ActionLinks row={row} open={selection.open} />}</td>,
  /** The only column on narrow screens. It combines all the others. */
  card: (row, selection) => (
    <td className={styles['cardText']}>
      <p>{nameLink(row)}</p>
      <p className="muted break-anywhere">{row.email}</p>
      <p className={styles['rowFacts']}>
        {row.role} · <BanState row={row} /> · {texts.verifiedIs(row.verified)} · {names.posts}: {row.posts}
      </p>
      <p className={styles['rowFacts']}>
        <span className="nowrap">
          {names.created_at} <DayOf at={row.created_at} />
        </span>
        {row.last_seen !== null && (
          <>
            {'\u00A0· '}
            <span className="nowrap">
              {names.last_seen} <DayOf at={row.last_seen} />
            </span>
          </>
        )}
      </p>
      {selection && <ActionLinks row={row} open={selection.open} />}
    </td>
  ),
} satisfies Record<string, Cell>;

const layouts = {
  plain: ['username', 'email'],
  wide: ['select', 'user', 'verified', 'banned', 'role', 'posts', 'created_at', 'last_seen', 'acts'],
  cards: ['select', 'card'],
} as const satisfies Record<string, (keyof typeof cells)[]>;
type Layout = keyof typeof layouts;
type Column = (typeof layouts)[Layout][number];

interface UserListProps {
  list: ReturnType<typeof useUserList>;
  query: UserQuery;
  setQuery: (change: Partial<UserQuery>) => void;
  /** Null if accounts can be neither selected nor changed here. */
  selection: Selection | null;
}

export function UserList({ list, query, setQuery, selection }: UserListProps) {
  const { rows, loading, total, fault, reload } = list;
  const [heldRows, listRef] = useHeldRows(rows, ({ id }) => id, { scope: JSON.stringify(query), loading });
  const isWide = useWide('(max-width: 699px)');
  const layout: Layout = !selection ? 'plain' : isWide ? 'wide' : 'cards';
  const columns = layouts[layout];
  const headProps = { rows, query, setQuery, selection, layout };
  return (
    <>
      <div ref={listRef}>
        <UpdatesPill list={heldRows} />
        <div className={`${layout === 'cards' ? '' : 'card'} ${styles['tableBox']}`}>
          <table
            className={`${admin['table']} ${styles['table']} ${styles[layout]}`}
            aria-label={texts.table}
            aria-busy={loading}
          >
            <colgroup>
              {columns.map((column) => (
                <col key={column} style={layout === 'plain' ? {} : { width: widths[column] }} />
              ))}
            </colgroup>
            <thead>
              <tr>
                {columns.map((column) => (
                  <Head key={column} column={column} {...headProps} />
                ))}
              </tr>
            </thead>
            <tbody data-rows>
              {loading && rows.length === 0 && skeletons}
              <HeldRows list={heldRows} as="tr">
                {(row) => (
                  <tr className={selection?.selected.has(row.id) ? 'bg-accent-soft' : undefined}>
                    {columns.map((column) => (
                      <Fragment key={column}>{cells[column](row, selection)}</Fragment>
                    ))}
                  </tr>
                )}
              </HeldRows>
            </tbody>
          </table>
        </div>
      </div>
      {!loading && heldRows.rows.length === 0 && (
        <NoUsers fault={fault} query={query} setQuery={setQuery} retry={() => void reload()} />
      )}
      <Pager page={query.page} size={pageSize} total={total} go={(page) => setQuery({ page })} />
    </>
  );
}

interface HeadProps extends Pick<UserListProps, 'query' | 'setQuery' | 'selection'> {
  rows: readonly AccountRow[];
  column: Column;
  layout: Layout;
}

function Head({ rows, column, layout, query, setQuery, selection }: HeadProps) {
  if (column === 'card') return null;
  if (column === 'select')
    return (
      <th scope="col" colSpan={layout === 'cards' ? 2 : 1}>
        {selection && <PageCheckbox rows={rows} selection={selection} labelHidden={layout !== 'cards'} />}
      </th>
    );
  const columnSorts = column === 'user' ? (['username', 'email'] as const) : sorts.filter((sort) => sort === column);
  if (columnSorts.length === 0) return <th scope="col">{names[column]}</th>;
  const isSorted = columnSorts.some((sort) => sort === query.sort);
  return (
    <th scope="col" aria-sort={!isSorted ? 'none' : query.order === 'asc' ? 'ascending' : 'descending'}>
      <span className={`flex gap-16 ${column === 'posts' ? 'justify-end' : ''}`}>
        {columnSorts.map((sort) => (
          <SortButton key={sort} sort={sort} query={query} setQuery={setQuery} />
        ))}
      </span>
    </th>
  );
}

function SortButton({ sort, query, setQuery }: Pick<HeadProps, 'query' | 'setQuery'> & { sort: Sort }) {
  const isAscending = query.order === 'asc';
  return (
    <button
      type="button"
      className={`bare target gap-4 nowrap ${admin['sort']}`}
      onClick={() => setQuery(toggleSort(query, sort))}
    >
      {names[sort]}
      {query.sort === sort && (
        <span className={`grid color-link ${isAscending ? admin['rising'] : ''}`}>
          <Icon name="down" size={14} />
        </span>
      )}
    </button>
  );
}

function DayOf({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatDateAndTime(date)}>
      {formatDate(date)}
    </time>
  );
}

/** Fixed so that columns do not shift between pages. */
const widths: Partial<Record<Column, string>> = {
  select: '44px',
  verified: '76px',
  banned: '112px',
  role: '100px',
  posts: '56px',
  created_at: '94px',
  last_seen: '94px',
  acts: '176px',
};

const skeletons = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((line) => (
  <tr key={line} aria-hidden="true">
    <td colSpan={99}>
      <Skeleton width="40%" />
    </td>
  </tr>
));
