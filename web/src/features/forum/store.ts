import { foldName } from '@guildhall/domain/account/names.js';
import { limits } from '@guildhall/domain/limits.js';
import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { ThreadSort } from '@guildhall/domain/wire/kinds.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { removeRow, upsertRow } from '../../live/row-set.js';
import { get, type ApiResponse } from '../../shared/api/api.js';
import { openLiveList } from '../../shared/state/live-list.js';
import type { PlaceIds } from '../../shared/state/sections.js';
import { resetOnUserChange } from '../../shared/state/session.js';
import { isNewToReaderSince, publishRecount } from '../../shared/reading/marks.js';
import { applyToPlaceMarks } from '../../shared/reading/place-marks.js';
import type { ListQuery } from './list/use-list-query.js';
import { getTopic } from './places/place-topics.js';
import { createThreadRows, countReactions, type ThreadRows } from './thread-rows.js';

const list = createThreadRows();

export const useThreadList = list.useRows;
export const { loadMore } = list;

export type ListedPlace = PlaceIds & ListQuery;

type Compare = (one: ThreadSummary, other: ThreadSummary) => number;

const compareNewestFirst: Compare = (one, other) => other.created_at.localeCompare(one.created_at) || other.id - one.id;

/** Must match the server's sort orders. */
const comparisons: Record<ThreadSort, Compare> = {
  latest(one, other) {
    if (one.sticky !== other.sticky) return one.sticky ? -1 : 1;
    return other.last_post_at.localeCompare(one.last_post_at) || other.id - one.id;
  },
  newest: compareNewestFirst,
  replies: (one, other) => other.reply_count - one.reply_count || compareNewestFirst(one, other),
  reactions: (one, other) => countReactions(other) - countReactions(one) || compareNewestFirst(one, other),
  unanswered: compareNewestFirst,
};

export function listVisibleRows({ byId, order }: Pick<ThreadRows, 'byId' | 'order'>): ThreadSummary[] {
  if (order === null) return Object.values(byId).sort(comparisons.latest);
  return order.flatMap((id) => byId[id] ?? []);
}

/** New replies reorder only lists in the default sort order. Other lists stay as loaded. */
const isMoving = ({ sort }: ListedPlace): boolean => sort === 'latest';

/** `isReturn` restores all pages that the reader had loaded. */
export function openPlace(place: ListedPlace, isReturn: boolean): () => void {
  return resetOnUserChange(() => beginPlace(place, isReturn));
}

function beginPlace(place: ListedPlace, isReturn: boolean): () => void {
  list.open(JSON.stringify(place), isReturn);
  let isResync = false;
  return openLiveList({
    read: () => getThreads(place, Object.keys(useThreadList.getState().byId).length),
    show(response) {
      list.show(response, { isSorted: isMoving(place), isResync });
      if (isResync) publishRecount([]);
      isResync = true;
      return { topics: [getTopic(place)], position: response.position };
    },
    apply: (rows) => applyRows(place, rows),
    rename: list.rename,
    fail: list.showFailure,
  }).stop;
}

function getThreads(
  { section_id, subsection_id, sort, prefixId, author }: ListedPlace,
  count: number,
): Promise<ApiResponse<ThreadSummary[]>> {
  const place = subsection_id === null ? '' : `&subsection_id=${subsection_id}`;
  const order = sort === 'latest' ? '' : `&sort=${sort}`;
  const prefix = prefixId === null ? '' : `&prefix=${prefixId}`;
  const authorQuery = author === '' ? '' : `&author=${author}`;
  const limit = Math.min(limits.listRows, Math.max(firstPage.threads, count));
  return get<ThreadSummary[]>(
    `/forums/threads?section_id=${section_id}${place}${order}${prefix}${authorQuery}&limit=${limit}`,
  );
}

export function applyRows(place: ListedPlace, rows: LiveRow[]): void {
  applyToPlaceMarks(rows);
  useThreadList.setState((state) => {
    for (const row of rows) {
      if (row.kind !== 'summary') continue;
      if ('removed' in row || !isListedIn(row, place)) {
        removeRow(state, row.id, row.pos);
        delete state.waiting[row.id];
      } else if (!isInWindow(state, row, place.sort)) delete state.waiting[row.id];
      else if (!isMoving(place) && !state.byId[row.id]) state.waiting[row.id] = true;
      else upsertRow(state, row);
    }
  });
}

export const isFresh = ({ status, openedAt }: Pick<ThreadRows, 'status' | 'openedAt'>, row: ThreadSummary): boolean =>
  status === 'ready' && isNewToReaderSince(row, openedAt);

function isListedIn(row: ThreadSummary, place: ListedPlace): boolean {
  const { section_id, subsection_id, prefixId, author } = place;
  const isInPlace = row.section_id === section_id && row.subsection_id === subsection_id;
  const isByAuthor = author === '' || foldName(row.username) === foldName(author);
  return isInPlace && isByAuthor && (prefixId === null || row.prefix?.id === prefixId);
}

/** A row below the last loaded one belongs to a later page unless it is already shown. */
function isInWindow(state: ThreadRows, row: ThreadSummary, sort: ThreadSort): boolean {
  if (state.byId[row.id]) return true;
  if (sort === 'unanswered' && row.reply_count > 0) return false;
  return state.next === null || Object.values(state.byId).some((shownRow) => comparisons[sort](row, shownRow) < 0);
}
