import { maxUnreadThreadsChecked } from '@guildhall/domain/wire/list-sizes.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { Mark, PlaceMark } from './mark.js';

export type CountedThread = Pick<ThreadSummary, 'reply_count' | 'last_post_at' | 'last_user_id'>;

/** By `section:<id>` and `subsection:<id>`, of each without those inside it. */
export type PlaceMarks = Record<string, PlaceMark>;

export function placeKey(sectionId: number, subsectionId: number | null): string {
  return subsectionId === null ? `section:${sectionId}` : `subsection:${subsectionId}`;
}

/** Whether the newest post of a thread is by another member than `me`, and newer than a time. */
export function isNewerFor(me: number | undefined, row: CountedThread, at: string): boolean {
  return row.last_post_at > at && row.last_user_id !== me;
}

/** What a list shows `me` for a thread: the number of new replies, null where only their existence is known. */
export function unreadFor(me: number | undefined, row: CountedThread, mark: Mark | undefined): number | null {
  if (!mark || (!mark.unread && !isNewerFor(me, row, mark.at))) return 0;
  return mark.seen === null ? null : Math.max(1, row.reply_count - mark.seen);
}

/** A post that is newer than what is counted makes its thread unread, unless `isNew` says that it is not new. */
export function placesWith(places: PlaceMarks, row: ThreadSummary, isNew: (row: ThreadSummary) => boolean): PlaceMarks {
  const key = placeKey(row.section_id, row.subsection_id);
  const place = places[key];
  if (!place || row.last_post_at <= place.newestAt) return places;
  const unread = [row.id, ...place.unread.filter((id) => id !== row.id)].slice(0, maxUnreadThreadsChecked);
  return { ...places, [key]: { unread: isNew(row) ? unread : place.unread, newestAt: row.last_post_at } };
}

/** The places without these threads. */
export function withoutThreads(places: PlaceMarks, threadIds: readonly number[]): PlaceMarks {
  const entries = Object.entries(places).map(([key, place]): [string, PlaceMark] => {
    return [key, { ...place, unread: place.unread.filter((id) => !threadIds.includes(id)) }];
  });
  return Object.fromEntries(entries);
}

/**
 * Whether a row does not say what is unread now: posts were deleted, restored or moved, or the person's own post may
 * follow an unread one that arrived together with it.
 */
export const isUncertain = (me: number | undefined, row: LiveRow): boolean =>
  row.kind === 'recount' ||
  (row.kind === 'summary' && me !== undefined && !('removed' in row) && row.last_user_id === me);
