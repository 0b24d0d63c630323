import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { SkeletonRows } from '../../../ui/skeleton.js';
import { BlankRow } from '../../../ui/live-list/updates-pill.js';
import type { HeldList } from '../../../ui/live-list/use-held-rows.js';
import { When } from '../../../ui/time/when.js';
import { ActionLinks } from './actions/action-links.js';
import styles from './users.module.css';
import { BanState } from './person.js';
import { PageCheckbox, UserCheckbox, type Selection } from './selection.js';
import { texts } from './texts.js';

interface UserCardsProps {
  rows: readonly AccountRow[];
  held: HeldList<AccountRow>;
  loading: boolean;
  selection: Selection;
}

export function UserCards({ rows, held, loading, selection }: UserCardsProps) {
  return (
    <>
      {rows.length > 0 && <PageCheckbox rows={rows} selection={selection} />}
      {loading && rows.length === 0 && <SkeletonRows count={6} height={96} />}
      <ul role="list" data-rows className="grid" aria-label={texts.table} aria-busy={loading}>
        {held.rows.map(({ key, row, blank }) =>
          blank ? <BlankRow key={key} /> : <Card key={key} row={row} selection={selection} />,
        )}
      </ul>
    </>
  );
}

function Card({ row, selection }: { row: AccountRow; selection: Selection }) {
  const { id, username, email, verified, role, posts, created_at } = row;
  const background = selection.chosen.has(id) ? 'bg-accent-soft' : '';
  return (
    <li className={`grid gap-4 border-top padding-y-8 ${styles['card']} ${background}`}>
      <UserCheckbox row={row} selection={selection} />
      <div className={`grid gap-2 ${styles['cardText']}`}>
        <p>
          <Link to={linkTo('adminUser', { id: String(id) })} className="link plain-link break-anywhere semibold">
            {username}
          </Link>
        </p>
        <p className="muted break-anywhere">{email}</p>
        <p className={styles['facts']}>
          {role} · <BanState row={row} /> · {texts.verifiedIs(verified)} · {texts.columns.posts}: {posts} ·{' '}
          <When at={created_at} short />
        </p>
        <ActionLinks row={row} open={selection.open} />
      </div>
    </li>
  );
}
