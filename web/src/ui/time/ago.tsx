import { dateAndTime, sinceThen } from '../../shared/dates.js';
import { useNow } from '../../shared/hooks/use-now.js';

/** How long ago something was, in the site's locale, renewed while the page is open; its title is the full date. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={dateAndTime(date)}>
      {sinceThen(date, new Date(now))}
    </time>
  );
}
