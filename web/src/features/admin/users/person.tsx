import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { formatDate, formatDateAndTime } from '../../../shared/dates.js';
import styles from './users.module.css';
import { texts } from './texts.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { Avatar } from '../../../ui/member.js';

export function BanState({ row }: { row: Pick<AccountRow, 'banned' | 'ban'> }) {
  if (!row.banned) return texts.active;
  const bannedUntil = row.ban?.until ?? null;
  return (
    <span className="color-danger semibold" title={row.ban?.reason ?? undefined}>
      {texts.banned}
      {bannedUntil !== null && (
        <>
          {' '}
          <span className={`text-13 nowrap ${styles['banEnd']}`}>{texts.until(formatDate(new Date(bannedUntil)))}</span>
        </>
      )}
    </span>
  );
}

export function CurrentBan({ row }: { row: AccountRow }) {
  if (!row.ban) return null;
  const { reason, until, site_only } = row.ban;
  return (
    <div className={`text-15 rounded padding-12 ${styles['banFacts']}`}>
      <strong>{texts.banned}</strong>{' '}
      <span className="nowrap">
        {until === null ? texts.permanently : texts.until(formatDateAndTime(new Date(until)))}
      </span>
      <p className="break-anywhere color-muted" dir="auto">
        {reason === null ? texts.noReason : `“${reason}”`}
      </p>
      {site_only && <p>{texts.gameAccounts.notBanned}</p>}
    </div>
  );
}

export function AccountSummary({ row }: { row: AccountRow }) {
  return (
    <p className="line gap-12">
      <Avatar name={row.username} url={row.avatar_url} />
      <span className="grid">
        <Link
          to={linkTo('adminUser', { id: String(row.id) })}
          className="link plain-link break-anywhere semibold touch-target"
        >
          {row.username}
        </Link>
        <span className="muted break-anywhere">
          {row.email} · {row.role}
        </span>
      </span>
    </p>
  );
}
