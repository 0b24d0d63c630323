import { maxUnreadThreadsChecked } from '@guildhall/domain/wire/list-sizes.js';
import type { PlaceUnreadRow } from '@guildhall/domain/wire/schemas/forum/reading.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { createId } from '../create-id.js';
import { send, getAll } from '../api/api.js';
import type { Place } from '../state/sections.js';
import { useSession } from '../state/session.js';
import { isUncertain, isUnreadFor, getPlaceKey, updatePlaces, withoutThreads, type PlaceMarks } from './counts.js';
import type { Mark, PlaceMark } from './mark.js';
import { markWatch, recountSoon, setMarks, useMarks } from './marks.js';

useMarks.subscribe(({ byThread, places }, previousMarks) => {
  if (byThread === previousMarks.byThread) return;
  const readThreads = listUnreadThreads(places).filter(
    (id) => byThread[id]?.unread === false && byThread[id] !== previousMarks.byThread[id],
  );
  if (readThreads.length > 0) useMarks.setState({ places: withoutThreads(places, readThreads) });
});

export async function loadPlaceMarks(): Promise<void> {
  if (!useSession.getState().user) return;
  const placeChanges: ThreadSummary[] = [];
  useMarks.setState({ placeChanges });
  const isMarkedSince = markWatch();
  const response = await getAll<PlaceUnreadRow>('/forums/read/places').catch(() => null);
  if (useMarks.getState().placeChanges !== placeChanges) return; // There is a later request, or the session has changed.
  useMarks.setState({ placeChanges: null });
  if (!response) return;
  const places = response.body.map((row): [string, PlaceMark] => {
    const unread = row.threads.filter((id) => !isMarkedSince(id));
    return [getPlaceKey(row.section_id, row.subsection_id), { unread, newestAt: row.last_post_at ?? '' }];
  });
  useMarks.setState({ places: Object.fromEntries(places) });
  placeChanges.forEach(applySummary);
}

/** A section includes its subsections. `more` means that older threads may also be unread. */
export function usePlaceUnread({ section, subsection }: Place): { count: number; more: boolean } {
  const subsectionIds = subsection ? [] : section.subcategories.map(({ id }) => id);
  const keys = [
    getPlaceKey(section.id, subsection?.id ?? null),
    ...subsectionIds.map((id) => getPlaceKey(section.id, id)),
  ];
  const countUnread = ({ places }: { places: PlaceMarks }) => keys.map((key) => places[key]?.unread.length ?? 0);
  const count = useMarks((state) => countUnread(state).reduce((sum, placeCount) => sum + placeCount, 0));
  const hasMore = useMarks((state) => countUnread(state).some((placeCount) => placeCount === maxUnreadThreadsChecked));
  return { count, more: hasMore };
}

export function applyToPlaceMarks(rows: readonly LiveRow[]): void {
  for (const row of rows) {
    if (row.kind !== 'summary') continue;
    if (!('removed' in row)) {
      applySummary(row);
      useMarks.getState().placeChanges?.push(row);
    } else if (listUnreadThreads(useMarks.getState().places).includes(row.id)) {
      useMarks.setState(({ places }) => ({ places: withoutThreads(places, [row.id]) }));
    }
  }
  const me = useSession.getState().user?.id;
  recountSoon(rows.filter((row) => isUncertain(me, row)).map(({ id }) => id));
}

const listUnreadThreads = (places: PlaceMarks): number[] => Object.values(places).flatMap(({ unread }) => unread);

function applySummary(row: ThreadSummary): void {
  const { byThread } = useMarks.getState();
  const me = useSession.getState().user?.id;
  const isNew = (thread: ThreadSummary) => isUnreadFor(me, thread, byThread[thread.id]);
  useMarks.setState(({ places }) => ({ places: updatePlaces(places, row, isNew) }));
}

export async function markPlaceRead(sectionId: number, subsectionId: number | null, rows: readonly ThreadSummary[]) {
  const body = { section_id: sectionId, subsection_id: subsectionId };
  await send<WriteResponse>('PUT', '/forums/read', createId(), body);
  const { byThread } = useMarks.getState();
  const marks = rows.map(({ id, reply_count, last_post_at }): [number, Mark] => {
    return [id, { unread: false, order: byThread[id]?.order ?? null, seen: reply_count, at: last_post_at }];
  });
  setMarks(Object.fromEntries(marks));
  await loadPlaceMarks();
}
