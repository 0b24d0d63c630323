import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import type { ReactNode } from 'react';
import { formatDate, formatDateAndTime } from '../../../shared/dates.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { ActionLinks } from './actions/action-links.js';
import { BanState } from './person.js';
import { UserCheckbox, type Selection } from './selection.js';
import { texts } from './texts.js';
import styles from './users.module.css';

const { columns: names } = texts;

type Cell = (row: AccountRow, selection: Selection | null) => ReactNode;

const renderNameLink = ({ id, username }: AccountRow) => (
  <Link to={linkTo('adminUser', { id: String(id) })} className="link plain-link break-anywhere semibold">
    {username}
  </Link>
);

export const cells = {
  select: (row, selection) => <td>{selection && <UserCheckbox row={row} selection={selection} />}</td>,
  username: (row) => <th scope="row">{renderNameLink(row)}</th>,
  user: (row) => (
    <th scope="row">
      {renderNameLink(row)}
      <p className={`ellipsis color-muted ${styles['email']}`} title={row.email}>
        {row.email}
      </p>
      {!row.verified && <p className={`color-warning ${styles['unverified']}`}>{texts.verifiedIs(false)}</p>}
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
      <Day at={created_at} />
    </td>
  ),
  last_seen: ({ last_seen }) => (
    <td className="nowrap color-muted">
      {last_seen === null ? <span title={texts.notSeen}>–</span> : <Day at={last_seen} />}
    </td>
  ),
  acts: (row, selection) => <td>{selection && <ActionLinks row={row} open={selection.open} />}</td>,
  /** The only column on narrow screens. It combines all the others. */
  card: (row, selection) => (
    <td className={styles['cardText']}>
      <p>{renderNameLink(row)}</p>
      <p className="muted break-anywhere">{row.email}</p>
      <p className={styles['rowFacts']}>
        {row.role} · <BanState row={row} /> · {texts.verifiedIs(row.verified)} · {names.posts}: {row.posts}
      </p>
      <p className={styles['rowFacts']}>
        <span className="nowrap">
          {names.created_at} <Day at={row.created_at} />
        </span>
        {row.last_seen !== null && (
          <>
            {'\u00A0· '}
            <span className="nowrap">
              {names.last_seen} <Day at={row.last_seen} />
            </span>
          </>
        )}
      </p>
      {selection && <ActionLinks row={row} open={selection.open} />}
    </td>
  ),
} satisfies Record<string, Cell>;

export const layouts = {
  plain: ['username', 'email'],
  wide: ['select', 'user', 'verified', 'banned', 'role', 'posts', 'created_at', 'last_seen', 'acts'],
  cards: ['select', 'card'],
} as const satisfies Record<string, (keyof typeof cells)[]>;
export type Layout = keyof typeof layouts;
export type Column = (typeof layouts)[Layout][number];

/** The widths are fixed so that columns do not shift between pages. */
export const widths: Partial<Record<Column, string>> = {
  select: '44px',
  verified: '76px',
  banned: '112px',
  role: '100px',
  posts: '56px',
  created_at: '94px',
  last_seen: '94px',
  acts: '168px',
};

function Day({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatDateAndTime(date)}>
      {formatDate(date)}
    </time>
  );
}
