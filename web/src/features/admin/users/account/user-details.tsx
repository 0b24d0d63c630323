import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { When } from '../../../../ui/time/when.js';
import { keyTexts } from '../../shared/permission-texts.js';
import styles from '../shared/admin-users.module.css';
import { BanState } from '../shared/ban-state.js';
import { texts } from '../shared/texts.js';

export function UserDetails({ row }: { row: AccountRow }) {
  const { verified, role, posts, created_at, permissions } = row;
  return (
    <dl className={`grid text-15 margin-top-12 ${styles['factList']}`}>
      <dt>{texts.columns.verified}</dt>
      <dd>{verified ? texts.yes : texts.no}</dd>
      <dt>{texts.status}</dt>
      <dd>
        <BanState row={row} />
      </dd>
      <dt>{texts.role}</dt>
      <dd>{role}</dd>
      <dt>{texts.permissions}</dt>
      <dd>{permissions.map((key) => keyTexts[key].name).join(', ')}</dd>
      <dt>{texts.columns.posts}</dt>
      <dd className="numbers">{posts}</dd>
      <dt>{texts.registered}</dt>
      <dd>
        <When at={created_at} />
      </dd>
    </dl>
  );
}
