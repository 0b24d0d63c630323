import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { dateAndTime } from '../../../../shared/dates.js';
import styles from '../shared/admin-users.module.css';
import { texts } from '../shared/texts.js';

/** The change of an action on an account: `Member → Builder`, `active → banned until 28 nov 2026, 14:00`. */
export function Change({ row: { before, after } }: { row: AuditRow }) {
  const [was, is] = [stateIn(before), stateIn(after)];
  if (was === null && is === null) return null;
  const reason = after?.['reason'];
  return (
    <span className={`code ${styles['change']}`}>
      {was !== null && <span className={`color-removed ${styles['was']}`}>{was}</span>}
      {was !== null && is !== null && <span aria-label={texts.becomes}> → </span>}
      {is !== null && <span className={`color-added ${styles['is']}`}>{is}</span>}
      {typeof reason === 'string' && reason !== '' && <span className={styles['facts']}> “{reason}”</span>}
    </span>
  );
}

function stateIn(facts: Record<string, unknown> | null): string | null {
  if (!facts) return null;
  const { role, banned, until } = facts;
  if (typeof role === 'string') return role;
  if (banned === false) return texts.active.toLowerCase();
  if (banned !== true) return null;
  const end = typeof until === 'string' ? texts.until(dateAndTime(new Date(until))) : texts.forGood;
  return `${texts.banned.toLowerCase()} ${end}`;
}
