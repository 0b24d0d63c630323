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
