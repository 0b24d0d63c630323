export const banLengths = ['day', 'week', 'month', 'ever', 'until'] as const;
export type BanLength = (typeof banLengths)[number];

/** Returns ISO 8601, or null for a permanent ban. `until` is the date field's value in ISO 8601. */
export function computeBanEnd(length: BanLength, until: string | null, now: Date): string | null {
  if (length === 'ever') return null;
  if (length === 'until') return until;
  const end = new Date(now);
  if (length === 'month') {
    // A month after 31 January is the last day of February, not 3 March.
    end.setMonth(end.getMonth() + 1, 1);
    const last = new Date(end.getFullYear(), end.getMonth() + 1, 0).getDate();
    end.setDate(Math.min(now.getDate(), last));
  } else end.setDate(end.getDate() + (length === 'week' ? 7 : 1));
  return end.toISOString();
}
