import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { linkTo } from '../../../../shared/paths.js';
import { Link } from '../../../../shared/router.js';
import { Avatar } from '../../../../ui/member.js';
import styles from './admin-users.module.css';

/** The account that a form is about: picture, name, address, role. */
export function PersonLine({ row }: { row: AccountRow }) {
  return (
    <p className="line gap-12">
      <Avatar name={row.username} url={row.avatar_url} />
      <span>
        <Link to={linkTo('adminUser', { id: String(row.id) })} className="link plain-link break-anywhere semibold">
          {row.username}
        </Link>
        <span className={`muted break-anywhere ${styles['address']}`}>
          {row.email} · {row.role}
        </span>
      </span>
    </p>
  );
}
