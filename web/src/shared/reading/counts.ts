import { maxUnreadThreadsChecked } from '@guildhall/domain/wire/list-sizes.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { Mark, PlaceMark } from './mark.js';

export type CountedThread = Pick<ThreadSummary, 'reply_count' | 'last_post_at' | 'last_user_id'>;

/** Keyed by `section:<id>` and `subsection:<id>`. A section's mark does not include its subsections. */
export type PlaceMarks = Record<string, PlaceMark>;

export function getPlaceKey(sectionId: number, subsectionId: number | null): string {
  return subsectionId === null ? `section:${sectionId}` : `subsection:${subsectionId}`;
}

export function isNewSince(me: number | undefined, row: CountedThread, at: string): boolean {
  return row.last_post_at > at && row.last_user_id !== me;
}

/** If the mark was loaded after the post of `row`, it already includes that post. */
export function isUnreadFor(me: number | undefined, row: CountedThread, mark: Mark | undefined): boolean {
  if (mark?.muted) return false;
  return mark?.unread === true || isNewSince(me, row, mark?.at ?? '');
}

/** Returns null if there are unread replies but their number is unknown. */
export function countUnreadFor(me: number | undefined, row: CountedThread, mark: Mark | undefined): number | null {
  if (!mark || !isUnreadFor(me, row, mark)) return 0;
  return mark.seen === null ? null : Math.max(1, row.reply_count - mark.seen);
}

/** `isNew` can reject a post that is newer than the counts. */
export function updatePlaces(
  places: PlaceMarks,
  row: ThreadSummary,
  isNew: (row: ThreadSummary) => boolean,
): PlaceMarks {
  const key = getPlaceKey(row.section_id, row.subsection_id);
  const place = places[key];
  if (!place || row.last_post_at <= place.newestAt) return places;
  const unread = [row.id, ...place.unread.filter((id) => id !== row.id)].slice(0, maxUnreadThreadsChecked);
  return { ...places, [key]: { unread: isNew(row) ? unread : place.unread, newestAt: row.last_post_at } };
}

export function withoutThreads(places: PlaceMarks, threadIds: readonly number[]): PlaceMarks {
  const entries = Object.entries(places).map(([key, place]): [string, PlaceMark] => {
    return [key, { ...place, unread: place.unread.filter((id) => !threadIds.includes(id)) }];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns whether the counts are uncertain because posts were deleted, restored or moved, or because the member's own
 * post may hide an unread one that arrived with it.
 */
export const isUncertain = (me: number | undefined, row: LiveRow): boolean =>
  row.kind === 'recount' ||
  (row.kind === 'summary' && me !== undefined && !('removed' in row) && row.last_user_id === me);
