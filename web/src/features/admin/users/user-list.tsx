import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { Fragment, type ReactNode } from 'react';
import { dateAndTime, dateOnly } from '../../../shared/dates.js';
import { useWide } from '../../../shared/hooks/use-wide.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { BlankRow, UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import { type HeldList, useHeldRows } from '../../../ui/live-list/use-held-rows.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { Pager } from '../../../ui/table/pager.js';
import { SortHead } from '../../../ui/table/wide-table.js';
import admin from '../../../ui/table/table.module.css';
import { ActionLinks } from './actions/action-links.js';
import type { useUserList } from './accounts.js';
import styles from './users.module.css';
import { BanState } from './person.js';
import { PageCheckbox, UserCheckbox, type Selection } from './selection.js';
import { pageSize, sortedBy, sorts, type UserQuery } from './query.js';
import { texts } from './texts.js';
import { UserCards } from './user-cards.js';
import { NoUsers } from './user-filters.js';

const { columns: names } = texts;

const cells = {
  username: ({ id, username }: AccountRow) => (
    <th scope="row">
      <Link to={linkTo('adminUser', { id: String(id) })} className="link plain-link break-anywhere semibold">
        {username}
      </Link>
    </th>
  ),
  email: ({ email }: AccountRow) => (
    <td className={`break-anywhere color-muted ${styles['email']}`} title={email}>
      {email}
    </td>
  ),
  verified: ({ verified }: AccountRow) => (
    <td className={verified ? undefined : 'color-warning'}>{verified ? texts.yes : texts.no}</td>
  ),
  banned: (row: AccountRow) => (
    <td>
      <BanState row={row} />
    </td>
  ),
  role: ({ role }: AccountRow) => (
    <td className="ellipsis" title={role}>
      {role}
    </td>
  ),
  posts: ({ posts }: AccountRow) => <td className="text-right">{posts}</td>,
  created_at: ({ created_at }: AccountRow) => (
    <td className="nowrap color-muted">
      <time dateTime={created_at} title={dateAndTime(new Date(created_at))}>
        {dateOnly(new Date(created_at))}
      </time>
    </td>
  ),
} satisfies Record<string, (row: AccountRow) => ReactNode>;
type Column = keyof typeof cells;
const allColumns = Object.keys(cells) as Column[]; // `Object.keys` widens the keys to `string`

interface UserListProps {
  list: ReturnType<typeof useUserList>;
  query: UserQuery;
  setQuery: (change: Partial<UserQuery>) => void;
  columns?: readonly Column[];
  /** Null if accounts can be neither selected nor changed here. */
  selection: Selection | null;
}

/** A page of the accounts, as a table or, on narrow screens, as cards. */
export function UserList({ list, query, setQuery, columns = allColumns, selection }: UserListProps) {
  const { rows, loading, total, fault, reload } = list;
  const [held, listRef] = useHeldRows(rows, ({ id }) => id, { scope: JSON.stringify(query), loading });
  const wide = useWide();
  return (
    <>
      <div ref={listRef}>
        <UpdatesPill list={held} />
        {wide || !selection ? (
          <UserTable {...{ rows, held, loading, columns, query, setQuery, selection }} />
        ) : (
          <UserCards {...{ rows, held, loading, selection }} />
        )}
      </div>
      {!loading && held.rows.length === 0 && (
        <NoUsers fault={fault} query={query} setQuery={setQuery} again={() => void reload()} />
      )}
      <Pager page={query.page} size={pageSize} total={total} go={(page) => setQuery({ page })} />
    </>
  );
}

interface UserTableProps extends Pick<UserListProps, 'query' | 'setQuery' | 'selection'> {
  rows: readonly AccountRow[];
  /** The rows as displayed, while updates are held back. */
  held: HeldList<AccountRow>;
  loading: boolean;
  columns: readonly Column[];
}

function UserTable({ rows, held, loading, columns, query, setQuery, selection }: UserTableProps) {
  return (
    <div className={`card ${styles['tableBox']}`}>
      <table
        className={`${admin['table']} ${styles['table']} ${selection ? styles['wide'] : styles['plain']}`}
        aria-label={texts.table}
        aria-busy={loading}
      >
        {selection && (
          <colgroup>
            {widths.map((width, index) => (
              <col key={index} style={{ width }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr>
            {selection && (
              <th scope="col">
                <PageCheckbox rows={rows} selection={selection} labelHidden />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column} column={column} query={query} setQuery={setQuery} />
            ))}
            {selection && <th scope="col">{names.acts}</th>}
          </tr>
        </thead>
        <tbody data-rows>
          {loading && rows.length === 0 && skeletons}
          {held.rows.map(({ key, row, blank }) =>
            blank ? (
              <BlankRow key={key} as="tr" />
            ) : (
              <tr key={key} className={selection?.chosen.has(row.id) ? 'bg-accent-soft' : undefined}>
                {selection && (
                  <td>
                    <UserCheckbox row={row} selection={selection} />
                  </td>
                )}
                {columns.map((column) => (
                  <Fragment key={column}>{cells[column](row)}</Fragment>
                ))}
                {selection && (
                  <td>
                    <ActionLinks row={row} open={selection.open} />
                  </td>
                )}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

function Head({ column, query, setQuery }: Pick<UserListProps, 'query' | 'setQuery'> & { column: Column }) {
  const by = sorts.find((sort) => sort === column);
  if (!by) return <th scope="col">{names[column]}</th>;
  return (
    <SortHead
      name={names[by]}
      sorted={query.sort === by ? query.order : null}
      sort={() => setQuery(sortedBy(query, by))}
      end={by === 'posts'}
    />
  );
}

/** The columns stay in place from page to page. */
const widths = ['48px', '14%', 'auto', '74px', '118px', '13%', '62px', '98px', '164px'];

const skeletons = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((line) => (
  <tr key={line} aria-hidden="true">
    <td colSpan={99}>
      <Skeleton width="40%" />
    </td>
  </tr>
));
