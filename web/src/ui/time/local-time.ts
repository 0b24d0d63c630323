const minuteMs = 60_000;

/** The value of a `datetime-local` field, as ISO 8601 in UTC; null for an empty field. */
export function isoOf(local: string): string | null {
  if (local === '') return null;
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** A moment as the value of a `datetime-local` field, in the person's own time. */
export function localOf(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);
}

/** The first moment of a day `2026-11-21` of the person's own, as ISO 8601 in UTC; null for what is no day. */
export function startOfDay(day: string): string | null {
  return midnight(day, 0)?.toISOString() ?? null;
}

/** The last millisecond of a day. Days at which clocks change have 23 or 25 hours, so the start of the next one counts. */
export function endOfDay(day: string): string | null {
  const next = midnight(day, 1);
  return next && new Date(next.getTime() - 1).toISOString();
}

/** Where a day has no midnight because clocks change then, the first moment after it. */
function midnight(day: string, later: number): Date | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!parts) return null;
  const [year = 0, month = 0, date = 0] = parts.slice(1).map(Number);
  if (month < 1 || month > 12 || date < 1 || date > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  const start = new Date(2000, 0, 1); // years below 100 would become those of the last century
  start.setFullYear(year, month - 1, date + later);
  return start;
}
