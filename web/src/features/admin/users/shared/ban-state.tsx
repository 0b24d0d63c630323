import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { dateOnly } from '../../../../shared/dates.js';
import styles from './admin-users.module.css';
import { texts } from './texts.js';

/** `Active`, or `Banned` with the day on which the ban ends. */
export function BanState({ row }: { row: Pick<AccountRow, 'banned' | 'ban'> }) {
  if (!row.banned) return texts.active;
  const until = row.ban?.until ?? null;
  return (
    <span className="color-danger semibold" title={row.ban?.reason ?? undefined}>
      {texts.banned}
      {until !== null && (
        <span className={`text-13 ${styles['until']}`}> {texts.until(dateOnly(new Date(until)))}</span>
      )}
    </span>
  );
}
