const minuteMs = 60_000;

/**
 * Accepts the value of a `datetime-local` field or any other notation of a moment. Returns ISO 8601 in UTC, or null.
 */
export function toIso(local: string): string | null {
  if (local === '') return null;
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

export function toLocalInput(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);
}

/** Accepts ISO 8601. Returns the value of a `datetime-local` field, or '' for null or invalid input. */
export function formatLocal(iso: string | null): string {
  const moment = toIso(iso ?? '');
  return moment === null ? '' : toLocalInput(new Date(moment));
}

/** Returns the start of a local day such as `2026-11-21` as an ISO 8601 timestamp in UTC, or null for an invalid day. */
export function findStartOfDay(day: string): string | null {
  return findMidnight(day, 0)?.toISOString() ?? null;
}

/**
 * Returns the last millisecond of a local day. Counts back from the next day because days with a clock change have 23
 * or 25 hours.
 */
export function findEndOfDay(day: string): string | null {
  const next = findMidnight(day, 1);
  return next && new Date(next.getTime() - 1).toISOString();
}

/** Returns the first moment of the day if it has no midnight because of a clock change. */
function findMidnight(day: string, later: number): Date | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!parts) return null;
  const [year = 0, month = 0, date = 0] = parts.slice(1).map(Number);
  if (month < 1 || month > 12 || date < 1 || date > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  const start = new Date(2000, 0, 1); // The constructor would map years below 100 to 1900–1999.
  start.setFullYear(year, month - 1, date + later);
  return start;
}
