import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import { listen } from '../../../live/connection.js';
import { scheduleReload } from '../../../live/schedule-reload.js';
import { olderPosition } from '../../../live/positions.js';
import { loadSections, applyPlace, useSections } from '../../../shared/state/sections.js';
import { resetOnUserChange } from '../../../shared/state/session.js';
import { publishRecount } from '../../../shared/reading/marks.js';
import { applyToPlaceMarks } from '../../../shared/reading/place-marks.js';
import { topicsOf } from './place-topics.js';

interface Extras {
  /**
   * Loads what is shown next to the places.
   * @returns its position, null where there was no response
   */
  load?: () => Promise<string | null>;
  /** Called with changes of the places; changes that rows cannot express are loaded `again`. */
  rows?: (rows: LiveRow[], again: () => void) => void;
  /** Of one section only its subsections. */
  within?: number | undefined;
}

/**
 * Loads the contents of the places, and what is shown next to them, and keeps it live.
 * @returns a function that stops it
 */
export function followPlaces(extras: Extras = {}): () => void {
  return resetOnUserChange(() => begin(extras));
}

function begin({ load: loadMore, rows, within }: Extras): () => void {
  let closed = false;
  const ends: (() => void)[] = [];
  let stopWaiting = () => {};
  let failures = 0;
  let isReload = false;
  // All topics may request at the same time: the last one's delay counts.
  const resync = (urgent?: boolean) => {
    stopWaiting();
    stopWaiting = scheduleReload(() => void load(), failures, urgent);
  };
  const take = (liveRows: LiveRow[]) => {
    for (const row of liveRows) if (row.kind === 'place') applyPlace(row);
    applyToPlaceMarks(liveRows);
    rows?.(liveRows, resync);
  };
  const load = async () => {
    const [more] = await Promise.all([loadMore?.() ?? null, loadSections()]);
    if (closed) return;
    for (const end of ends.splice(0)) end();
    const { sections, position, failed } = useSections.getState();
    const known = sections !== null && !failed && (more !== null || !loadMore);
    const from = known ? olderPosition(more, position) : null;
    failures = from === null ? failures + 1 : 0;
    if (from === null || sections === null) return resync();
    // What was missed is not known: unread posts may have been deleted, or be out of sight.
    if (isReload) publishRecount([]);
    isReload = true;
    for (const topic of topicsOf(sections, within)) ends.push(listen(topic, from, { rows: take, resync }).stop);
  };
  void load();
  return () => {
    closed = true;
    stopWaiting();
    for (const end of ends) end();
  };
}
