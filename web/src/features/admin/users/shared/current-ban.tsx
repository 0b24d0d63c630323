import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { dateAndTime } from '../../../../shared/dates.js';
import styles from './admin-users.module.css';
import { texts } from './texts.js';

/** The current ban: until when, and why. */
export function CurrentBan({ row }: { row: AccountRow }) {
  if (!row.ban) return null;
  const { reason, until } = row.ban;
  return (
    <p className={`text-15 rounded padding-12 ${styles['banFacts']}`}>
      <strong>{texts.standsFor}</strong> {until === null ? texts.forGood : texts.until(dateAndTime(new Date(until)))}
      <span className={`break-anywhere color-muted ${styles['banReason']}`} dir="auto">
        {reason === null ? texts.noReason : `“${reason}”`}
      </span>
    </p>
  );
}
