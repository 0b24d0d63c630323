import type { LiveRow } from '@guildhall/domain/wire/live.js';
import type { ThreadSummary } from '@guildhall/domain/wire/rest.js';
import { create } from 'zustand';
import { immer } from 'zustand/middleware/immer';
import { listen } from '../../live/connection.js';
import { loadAgainSoon } from '../../live/load-again.js';
import { olderPosition } from '../../live/positions.js';
import { upsertRow, type RowSet } from '../../live/row-set.js';
import { get } from '../../shared/api.js';
import type { MemberStat } from '../../shared/members.js';
import { createPagedList } from '../../shared/paged-list.js';
import { loadSections, noteActivity, useSections } from '../../shared/sections.js';
import { topicsOf } from './places.js';

const recentCount = 5;
/** The member search shows at most so many. */
const mostMatches = 15;

/** Who writes most, and apart from it who was searched for: the server looks, and gives no more than is shown. */
export const writers = createPagedList<MemberStat>({ rowsOf: (rows) => rows, keyOf: ({ id }) => id, size: 5, most: 5 });
export const matches = createPagedList<MemberStat>({
  rowsOf: (rows) => rows,
  keyOf: ({ id }) => id,
  size: mostMatches,
  most: mostMatches,
});

interface HomeState extends RowSet<ThreadSummary> {
  recent: 'loading' | 'ready' | 'failed';
}

export const useHome = create<HomeState>()(immer((): HomeState => ({ byId: {}, removed: {}, recent: 'loading' })));

/** The threads with the newest activity, newest first. */
export function recentOf(byId: Record<number, ThreadSummary>): ThreadSummary[] {
  return Object.values(byId)
    .sort((one, other) => other.last_post_at.localeCompare(one.last_post_at))
    .slice(0, recentCount);
}

/** Loads the page and keeps it live. @returns the end of it. */
export function openHome(): () => void {
  let closed = false;
  const ends: (() => void)[] = [];
  let stopWaiting = () => {};
  let failures = 0;
  // All topics may ask at once: the last one's wait is the one that counts.
  const loadSoon = () => {
    stopWaiting();
    stopWaiting = loadAgainSoon(() => void load(), failures);
  };
  const load = async () => {
    const [recent] = await Promise.all([loadRecent(), loadSections()]);
    if (closed) return;
    for (const end of ends.splice(0)) end();
    const position = olderPosition(recent, useSections.getState().position);
    failures = position === null ? failures + 1 : 0;
    if (position === null) loadSoon();
    else ends.push(...listenToPlaces(position, loadSoon));
  };
  void load();
  return () => {
    closed = true;
    stopWaiting();
    for (const end of ends) end();
  };
}

async function loadRecent(): Promise<string | null> {
  try {
    const { body, position } = await get<ThreadSummary[]>(`/forums/recent?limit=${recentCount}`);
    useHome.setState({ byId: Object.fromEntries(body.map((row) => [row.id, row])), removed: {}, recent: 'ready' });
    return position;
  } catch {
    // What was read before stays.
    useHome.setState(({ recent }) => ({ recent: recent === 'ready' ? recent : 'failed' }));
    return null;
  }
}

function listenToPlaces(position: string, resync: () => void): (() => void)[] {
  const sections = useSections.getState().sections ?? [];
  return topicsOf(sections).map((topic) => listen(topic, position, { rows: applyRows, resync }).stop);
}

function applyRows(rows: LiveRow[]): void {
  for (const row of rows) {
    if (row.kind !== 'summary') continue;
    useHome.setState((state) => {
      // A moved thread leaves one topic and appears in another at the same position, in either order.
      if (!('removed' in row)) upsertRow(state, row);
      else if ((state.byId[row.id]?.pos ?? row.pos) < row.pos) delete state.byId[row.id];
    });
    if (!('removed' in row)) noteActivity(row);
  }
}
