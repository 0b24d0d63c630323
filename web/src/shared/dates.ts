/** The specification requires Dutch dates on the forum pages. */
const locale = 'nl-NL';

/** The end of a relative time in the past. */
export const agoSuffix = ' geleden';

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });

export function createDateFormats(timeZone?: 'UTC') {
  const formatIn = (fields: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...fields, timeZone });
  const day = { day: 'numeric', month: 'short' } as const;
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  const dayAndTime = formatIn({ ...day, year: 'numeric', ...time });
  const dayOnly = formatIn({ ...day, year: 'numeric' });
  const dayOfYear = formatIn(day);
  const yearOnly = formatIn({ year: 'numeric' });
  const timeOnly = formatIn(time);

  /** Returns, for example, `21 nov 2026, 12:01`. */
  const formatDateAndTime = (date: Date): string => dayAndTime.format(date);
  const formatDate = (date: Date): string => dayOnly.format(date);
  const formatClock = (date: Date): string => timeOnly.format(date);
  /** Returns the shortest form that is unambiguous on the day of `now`: `12:01`, `20 nov, 19:30` or `20 nov 2025`. */
  function formatShortDate(date: Date, now: Date): string {
    if (formatDate(date) === formatDate(now)) return formatClock(date);
    const isSameYear = yearOnly.format(date) === yearOnly.format(now);
    return isSameYear ? `${dayOfYear.format(date)}, ${formatClock(date)}` : formatDate(date);
  }
  return { dateAndTime: formatDateAndTime, dateOnly: formatDate, clock: formatClock, shortDate: formatShortDate };
}

export const {
  dateAndTime: formatDateAndTime,
  dateOnly: formatDate,
  clock: formatClock,
  shortDate: formatShortDate,
} = createDateFormats();

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** Uses the largest unit that fits, for example `3 uur geleden`. */
export function formatRelativeTime(date: Date, now: Date): string {
  const seconds = (date.getTime() - now.getTime()) / 1_000;
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return relative.format(Math.trunc(seconds / size), unit);
}

const relativeDays = 30;
/** Weeks are too vague because `vorige week` may be any of seven days. */
const unitsOfAge = steps.filter(([unit]) => unit === 'day' || unit === 'hour' || unit === 'minute');

/** Returns `nu`, `3 min. geleden` or `9 dgn geleden`, and after 30 days the date. */
export function formatAge(date: Date, now: Date): string {
  const seconds = (now.getTime() - date.getTime()) / 1_000;
  if (seconds >= relativeDays * 86_400) return formatDate(date);
  // A new reply can be newer than the page's last clock update.
  if (seconds < 60) return relative.format(0, 'second');
  const [unit, size] = unitsOfAge.find(([, length]) => seconds >= length) ?? ['minute', 60];
  return relative.format(-Math.trunc(seconds / size), unit);
}
