import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import type { HeldList } from '../../../ui/live-list/use-held-rows.js';
import type { OpenedAction } from './actions/people-action.js';
import { dateAndTime, dateOnly } from '../../../shared/dates.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { CheckboxField } from '../../../ui/fields/checkbox-field.js';
import { SortHead } from '../../../ui/table/sort-head.js';
import { BlankRow, UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import admin from '../../../ui/table/table.module.css';
import { ActionLinks } from './actions/action-links.js';
import styles from './users.module.css';
import { BanState } from './person.js';
import type { UserQuery, Sort } from './query.js';
import { texts } from './texts.js';

/** Includes accounts on other pages of the table. */
export type SelectedUsers = ReadonlyMap<number, AccountRow>;

export interface UserListProps {
  rows: readonly AccountRow[];
  /** The rows as displayed, while updates are held back. */
  held: HeldList<AccountRow>;
  listRef: (element: HTMLElement | null) => void;
  loading: boolean;
  chosen: SelectedUsers;
  choose: (people: readonly AccountRow[], on: boolean) => void;
  open: (action: OpenedAction) => void;
}

export function toggleSelected(chosen: SelectedUsers, people: readonly AccountRow[], on: boolean): SelectedUsers {
  const next = new Map(chosen);
  for (const row of people) {
    if (on) next.set(row.id, row);
    else next.delete(row.id);
  }
  return next;
}

const { columns } = texts;

interface UserTableProps extends UserListProps {
  query: UserQuery;
  sort: (by: Sort) => void;
}

export function UserTable({ rows, held, listRef, loading, chosen, choose, open, query, sort }: UserTableProps) {
  const here = rows.filter(({ id }) => chosen.has(id)).length;
  const head = (by: Sort) => (
    <SortHead
      name={columns[by]}
      sorted={query.sort === by ? query.order : null}
      sort={() => sort(by)}
      end={by === 'posts'}
    />
  );
  return (
    <div ref={listRef} className={`card ${styles['tableBox']}`}>
      <UpdatesPill list={held} />
      <table
        className={`${admin['table']} ${styles['table']} ${styles['wide']}`}
        aria-label={texts.table}
        aria-busy={loading}
      >
        <thead>
          <tr>
            <th scope="col">
              <CheckboxField
                label={texts.choosePage}
                labelHidden
                checked={rows.length > 0 && here === rows.length}
                mixed={here > 0 && here < rows.length}
                change={(on) => choose(rows, on)}
              />
            </th>
            {head('username')}
            {head('email')}
            <th scope="col">{columns.verified}</th>
            <th scope="col">{columns.banned}</th>
            {head('role')}
            {head('posts')}
            {head('created_at')}
            <th scope="col">{columns.acts}</th>
          </tr>
        </thead>
        <tbody data-rows>
          {loading && rows.length === 0 && skeletons}
          {held.rows.map(({ key, row, blank }) =>
            blank ? (
              <BlankRow key={key} as="tr" />
            ) : (
              <Row key={key} row={row} chosen={chosen.has(row.id)} choose={choose} open={open} />
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends Pick<UserListProps, 'choose' | 'open'> {
  row: AccountRow;
  chosen: boolean;
}

function Row({ row, chosen, choose, open }: RowProps) {
  const { id, username, email, verified, role, posts, created_at } = row;
  const registered = new Date(created_at);
  return (
    <tr className={chosen ? 'bg-accent-soft' : undefined}>
      <td>
        <CheckboxField label={texts.choose(username)} labelHidden checked={chosen} change={(on) => choose([row], on)} />
      </td>
      <th scope="row">
        <Link to={linkTo('adminUser', { id: String(id) })} className="link plain-link break-anywhere semibold">
          {username}
        </Link>
      </th>
      <td className={`break-anywhere color-muted ${styles['email']}`} title={email}>
        {email}
      </td>
      <td className={verified ? undefined : 'color-warning'}>{verified ? texts.yes : texts.no}</td>
      <td>
        <BanState row={row} />
      </td>
      <td className="ellipsis" title={role}>
        {role}
      </td>
      <td className="text-right">{posts}</td>
      <td className="nowrap color-muted">
        <time dateTime={created_at} title={dateAndTime(registered)}>
          {dateOnly(registered)}
        </time>
      </td>
      <td>
        <ActionLinks row={row} open={open} />
      </td>
    </tr>
  );
}

const skeletons = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((line) => (
  <tr key={line} aria-hidden="true">
    <td colSpan={9}>
      <span className="line gap-24">
        <Skeleton width="20px" height={20} />
        <Skeleton width="16%" />
        <Skeleton width="24%" />
      </span>
    </td>
  </tr>
));
