import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { upsertRow } from '../../../live/row-set.js';
import { getPostsAfter, getPostsBefore, pageSize } from './api.js';
import { endOf, readAround } from '../navigation/read-range.js';
import { inOrder, useThread, type ThreadState } from './store.js';
import { splitGap, startOfOrders, trimRows, type Gap } from './window.js';

/** Loads a page at one edge of a gap and drops distant rows to bound the page. */
export async function narrowGap(gap: Gap, edge: 'later' | 'earlier'): Promise<void> {
  const { loading, threadId } = useThread.getState();
  if (loading || threadId === null) return;
  useThread.setState({ loading: { edge, after: gap.after } });
  const asked = edge === 'later' ? getPostsAfter(threadId, gap.after) : getPostsBefore(threadId, gap.before, pageSize);
  const page = await asked.catch(() => null);
  useThread.setState((state) => {
    if (state.threadId !== threadId) return;
    state.loading = null;
    if (!page || !state.gaps.some(({ after, before }) => after === gap.after && before === gap.before)) return;
    const rows = page.body;
    const first = page.previous === null ? startOfOrders : (rows[0]?.order ?? startOfOrders);
    const [from, to] = edge === 'later' ? [gap.after, endOf(page)] : [first, gap.before];
    add(state, rows, from, to);
    dropDistantRows(state, edge === 'later' ? gap.after : gap.before);
  });
}

/**
 * Ensures that the neighbours of a reply, a number or a moment are loaded.
 * @returns the loaded one nearest to it; null where it is not, or no longer, in this thread, or the server did not
 * respond
 */
export async function loadAround(what: 'around' | 'number' | 'at', value: string): Promise<PostRow | null> {
  const { threadId } = useThread.getState();
  if (threadId === null) return null;
  const stretch = await readAround(threadId, what, value).catch(() => null);
  const wanted = stretch && nearestOf(stretch.rows, what, value);
  if (!stretch || !wanted || useThread.getState().threadId !== threadId) return null;
  useThread.setState((state) => {
    add(state, stretch.rows, stretch.from, stretch.to);
    dropDistantRows(state, wanted.order);
  });
  return wanted;
}

function nearestOf(rows: readonly PostRow[], what: 'around' | 'number' | 'at', value: string): PostRow | null {
  if (what === 'around') return rows.find(({ id }) => id === Number(value)) ?? null;
  const found = rows.find((row) => (what === 'at' ? row.created_at >= value : row.number >= Number(value) - 1));
  return found ?? rows.at(-1) ?? null;
}

/** Adds a range of replies, both ends included. */
export function add(state: ThreadState, rows: readonly PostRow[], from: string, to: string): void {
  for (const row of rows) upsertRow(state, row);
  state.gaps = splitGap(state.gaps, from, to);
}

/** Drops rows far from an order to bound the page. */
export function dropDistantRows(state: ThreadState, around: string): void {
  const { dropped, gaps } = trimRows(inOrder(state.byId), state.gaps, around);
  for (const id of dropped) delete state.byId[id];
  state.gaps = gaps;
}
