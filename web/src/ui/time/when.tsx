import { dateAndTime, relativeTime, shortDate } from '../../shared/dates.js';

/** A date in the site's locale; its title says how long ago that is. */
export function When({ at, short = false }: { at: string; short?: boolean }) {
  const date = new Date(at);
  const now = new Date();
  return (
    <time dateTime={at} title={relativeTime(date, now)}>
      {short ? shortDate(date, now) : dateAndTime(date)}
    </time>
  );
}
