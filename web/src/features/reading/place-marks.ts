import { maxUnreadThreadsChecked } from '@guildhall/domain/wire/list-sizes.js';
import type { PlaceUnreadRow } from '@guildhall/domain/wire/schemas/forum/reading.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { scheduleReload } from '../../live/schedule-reload.js';
import { send, getAll } from '../../shared/api/api.js';
import type { Place } from '../../shared/state/sections.js';
import { onUserChange, useSession } from '../../shared/state/session.js';
import type { Mark, PlaceMark } from './mark.js';
import { isNewerBy, markWatch, recordSet, useMarks } from './marks.js';

/** Of two responses on places the one to the last request counts. */
let placesAsked = 0;
let stopWaiting = () => {};
onUserChange(() => {
  placesAsked++;
  stopWaiting();
});

// A thread that is read, on whatever page, counts in no place.
useMarks.subscribe(({ byThread, places }, before) => {
  if (byThread === before.byThread) return;
  const read = unreadAnywhere(places).filter(
    (id) => byThread[id]?.unread === false && byThread[id] !== before.byThread[id],
  );
  if (read.length > 0) useMarks.setState({ places: withoutThreads(places, read) });
});

/** Fetches which threads of the places have new replies. */
export async function loadPlaceMarks(): Promise<void> {
  if (!useSession.getState().user) return;
  const mine = ++placesAsked;
  const isMarkedSince = markWatch();
  const response = await getAll<PlaceUnreadRow>('/forums/read/places').catch(() => null);
  if (!response || mine !== placesAsked) return;
  const places = response.body.map((row): [string, PlaceMark] => {
    const unread = row.threads.filter((id) => !isMarkedSince(id));
    return [placeKey(row.section_id, row.subsection_id), { unread, newestAt: row.last_post_at ?? '' }];
  });
  useMarks.setState({ places: Object.fromEntries(places) });
}

function placeKey(sectionId: number, subsectionId: number | null): string {
  return subsectionId === null ? `section:${sectionId}` : `subsection:${subsectionId}`;
}

/**
 * How many threads of a place are unread, the same wherever it is shown: in a section with its subsections. `more`:
 * there may be others among the older ones.
 */
export function usePlaceUnread({ section, subsection }: Place): { count: number; more: boolean } {
  const inside = subsection ? [] : section.subcategories.map(({ id }) => id);
  const keys = [placeKey(section.id, subsection?.id ?? null), ...inside.map((id) => placeKey(section.id, id))];
  const numbers = ({ places }: { places: Record<string, PlaceMark> }) =>
    keys.map((key) => places[key]?.unread.length ?? 0);
  const count = useMarks((state) => numbers(state).reduce((sum, one) => sum + one, 0));
  const more = useMarks((state) => numbers(state).some((one) => one === maxUnreadThreadsChecked));
  return { count, more };
}

/** Takes from the changes of a list which threads are unread now. */
export function applyToPlaceMarks(rows: readonly LiveRow[]): void {
  for (const row of rows) {
    if (row.kind !== 'summary') continue;
    if (!('removed' in row)) applySummary(row);
    // Deleted, or moved: where to is in another topic, at the same position.
    else if (unreadAnywhere(useMarks.getState().places).includes(row.id)) {
      useMarks.setState(({ places }) => ({ places: withoutThreads(places, [row.id]) }));
      stopWaiting();
      stopWaiting = scheduleReload(() => void loadPlaceMarks());
    }
  }
}

const unreadAnywhere = (places: Record<string, PlaceMark>): number[] =>
  Object.values(places).flatMap(({ unread }) => unread);

/** The places without these threads. */
function withoutThreads(places: Record<string, PlaceMark>, read: readonly number[]): Record<string, PlaceMark> {
  const entries = Object.entries(places).map(([key, place]): [string, PlaceMark] => {
    return [key, { ...place, unread: place.unread.filter((id) => !read.includes(id)) }];
  });
  return Object.fromEntries(entries);
}

/** A post that is newer than what is counted makes its thread unread, unless the person wrote it or has read it. */
function applySummary(row: ThreadSummary): void {
  const key = placeKey(row.section_id, row.subsection_id);
  const { places, byThread } = useMarks.getState();
  const place = places[key];
  if (!place || row.last_post_at <= place.newestAt) return;
  const isNew = isNewerBy(row, byThread[row.id]?.at ?? '');
  const unread = [row.id, ...place.unread.filter((id) => id !== row.id)].slice(0, maxUnreadThreadsChecked);
  const changed = { unread: isNew ? unread : place.unread, newestAt: row.last_post_at };
  useMarks.setState({ places: { ...places, [key]: changed } });
}

/** These threads are read as a whole, as the person asked. */
function setAllRead(rows: readonly ThreadSummary[]): void {
  recordSet(rows.map(({ id }) => id));
  useMarks.setState(({ byThread }) => {
    const marks = rows.map(({ id, reply_count, last_post_at }): [number, Mark] => {
      return [id, { unread: false, order: byThread[id]?.order ?? null, seen: reply_count, at: last_post_at }];
    });
    return { byThread: { ...byThread, ...Object.fromEntries(marks) } };
  });
}

/**
 * Marks everything in a place as read.
 * @throws what the call throws
 */
export async function markPlaceRead(sectionId: number, subsectionId: number | null, rows: readonly ThreadSummary[]) {
  const body = { section_id: sectionId, subsection_id: subsectionId };
  await send<WriteResponse>('PUT', '/forums/read', crypto.randomUUID(), body);
  setAllRead(rows);
  await loadPlaceMarks();
}
