import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { BlankRow, UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import { When } from '../../../ui/time/when.js';
import { CheckboxField } from '../../../ui/fields/checkbox-field.js';
import { ActionLinks } from './actions/action-links.js';
import styles from './users.module.css';
import { BanState } from './person.js';
import type { UserListProps } from './user-table.js';
import { texts } from './texts.js';

/** Replaces the table on narrow screens. */
export function UserCards({ rows, held, listRef, loading, chosen, choose, open }: UserListProps) {
  const here = rows.filter(({ id }) => chosen.has(id)).length;
  return (
    <div ref={listRef}>
      <UpdatesPill list={held} />
      {rows.length > 0 && (
        <CheckboxField
          label={texts.choosePage}
          checked={here === rows.length}
          mixed={here > 0 && here < rows.length}
          change={(on) => choose(rows, on)}
        />
      )}
      <ul role="list" data-rows className="grid" aria-label={texts.table} aria-busy={loading}>
        {loading && rows.length === 0 && skeletons}
        {held.rows.map(({ key, row, blank }) =>
          blank ? (
            <BlankRow key={key} />
          ) : (
            <Card key={key} row={row} chosen={chosen.has(row.id)} choose={choose} open={open} />
          ),
        )}
      </ul>
    </div>
  );
}

interface CardProps extends Pick<UserListProps, 'choose' | 'open'> {
  row: AccountRow;
  chosen: boolean;
}

function Card({ row, chosen, choose, open }: CardProps) {
  const { id, username, email, verified, role, posts, created_at } = row;
  return (
    <li className={`grid gap-4 border-top padding-y-8 ${styles['card']} ${chosen ? 'bg-accent-soft' : ''}`}>
      <CheckboxField label={texts.choose(username)} labelHidden checked={chosen} change={(on) => choose([row], on)} />
      <div className={`grid gap-2 ${styles['cardText']}`}>
        <p>
          <Link to={linkTo('adminUser', { id: String(id) })} className="link plain-link break-anywhere semibold">
            {username}
          </Link>
        </p>
        <p className={`muted break-anywhere ${styles['address']}`}>{email}</p>
        <p className={styles['facts']}>
          {role} · <BanState row={row} /> · {texts.verifiedIs(verified)} · {texts.columns.posts}: {posts} ·{' '}
          <When at={created_at} short />
        </p>
        <ActionLinks row={row} open={open} />
      </div>
    </li>
  );
}

const skeletons = [0, 1, 2, 3, 4, 5].map((line) => (
  <li key={line} className={`grid gap-4 border-top padding-y-8 ${styles['card']}`} aria-hidden="true">
    <Skeleton width="20px" height={20} />
    <div className={`grid gap-2 ${styles['cardText']}`}>
      <Skeleton width="40%" height={16} />
      <Skeleton width="70%" />
      <Skeleton width="55%" height={40} />
    </div>
  </li>
));
