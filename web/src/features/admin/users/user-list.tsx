import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { Fragment } from 'react';
import { useWide } from '../../../shared/hooks/use-wide.js';
import { HeldRows, UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../../ui/live-list/use-held-rows.js';
import { Icon } from '../../../ui/icon.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { Pager } from '../../../ui/table/pager.js';
import admin from '../../../ui/table/table.module.css';
import type { useUserList } from './accounts.js';
import styles from './users.module.css';
import { PageCheckbox, type Selection } from './selection.js';
import { pageSize, toggleSort, sorts, type Sort, type UserQuery } from './query.js';
import { texts } from './texts.js';
import { cells, layouts, widths, type Column, type Layout } from './user-columns.js';
import { NoUsers } from './user-filters.js';

const { columns: names } = texts;

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
                  <tr className={selection?.selectedUsers.has(row.id) ? 'bg-accent-soft' : undefined}>
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

const skeletons = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((line) => (
  <tr key={line} aria-hidden="true">
    <td colSpan={99}>
      <Skeleton width="40%" />
    </td>
  </tr>
));
