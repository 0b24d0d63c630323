import { formatDateAndTime, formatRelativeTime, formatShortDate } from '../../shared/dates.js';

export function When({ at, short = false }: { at: string; short?: boolean }) {
  const date = new Date(at);
  const now = new Date();
  return (
    <time dateTime={at} title={formatRelativeTime(date, now)}>
      {short ? formatShortDate(date, now) : formatDateAndTime(date)}
    </time>
  );
}
