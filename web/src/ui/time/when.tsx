import { dateAndTime, relativeTime, shortDate } from '../../shared/dates.js';

export function When({ at, short = false }: { at: string; short?: boolean }) {
  const date = new Date(at);
  const now = new Date();
  return (
    <time dateTime={at} title={relativeTime(date, now)}>
      {short ? shortDate(date, now) : dateAndTime(date)}
    </time>
  );
}
