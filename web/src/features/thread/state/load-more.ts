import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { upsertRow } from '../../../live/row-set.js';
import { ignoredMembers } from '../../../shared/notifications/member-lists.js';
import type { ReplyReader } from '../../../ui/pictures/picture-list.js';
import { getPosts, getPageEnd, pageSize, readPage, getPageStart, rereadSize, type RowRange } from './api.js';
import { sortPosts, useThread, type ThreadState } from './store.js';
import { isInGap, splitGap, trimRows, type Gap } from './window.js';

export async function narrowGap(gap: Gap, edge: 'later' | 'earlier'): Promise<void> {
  const { loading, threadId } = useThread.getState();
  if (loading || threadId === null) return;
  useThread.setState({ loading: { edge, after: gap.after } });
  const isLater = edge === 'later';
  const query = isLater ? `cursor=${gap.after}` : `before=${gap.before}`;
  const page = await getPosts(threadId, `${query}&limit=${pageSize}`).catch(() => null);
  useThread.setState((state) => {
    if (state.threadId !== threadId) return;
    state.loading = null;
    if (!page || !state.gaps.some(({ after, before }) => after === gap.after && before === gap.before)) return;
    const [from, to] = isLater ? [gap.after, getPageEnd(page)] : [getPageStart(page), gap.before];
    add(state, { rows: page.body, from, to }, isLater ? gap.after : gap.before);
  });
}

export type Around = 'around' | 'number' | 'at';

export function readAround(threadId: number, kind: Around, value: string): Promise<RowRange> {
  return readPage(threadId, `${kind}=${encodeURIComponent(value)}&limit=${pageSize}`);
}

/** Returns the nearest reply, or null if it is in another thread or the server did not respond. */
export async function loadAround(kind: Around, value: string): Promise<PostRow | null> {
  const { threadId } = useThread.getState();
  if (threadId === null) return null;
  const range = await readAround(threadId, kind, value).catch(() => null);
  const nearest = range && findNearestOrder(range.rows, kind, value);
  return addRange(threadId, range, nearest);
}

function findNearestOrder(rows: readonly PostRow[], kind: Around, value: string): PostRow | null {
  if (kind === 'around') return rows.find(({ id }) => id === Number(value)) ?? null;
  const next = rows.find((row) => (kind === 'at' ? row.created_at >= value : row.number >= Number(value) - 1));
  return next ?? rows.at(-1) ?? null;
}

export async function loadAfter(order: string): Promise<PostRow | null> {
  const { threadId, gaps, byId } = useThread.getState();
  if (threadId === null) return null;
  const isMissing = gaps.some(({ after, before }) => order >= after && order < before);
  if (!isMissing) return sortPosts(byId).find((row) => row.order > order) ?? null;
  const query = `cursor=${order}&limit=${pageSize}`;
  const range = await readPage(threadId, query, isInGap(gaps, order) ? undefined : order).catch(() => null);
  return addRange(threadId, range, range?.rows[0] ?? null);
}

/** Creates a reader whose replies do not become part of the page. It omits those of ignored members. */
export function createReplyReader(): ReplyReader {
  const { threadId } = useThread.getState();
  let { gaps } = useThread.getState();
  const findMissing = (after: string, before: string) => gaps.filter((gap) => gap.before > after && gap.after < before);
  return {
    isMissing: (after, before) => findMissing(after, before).length > 0,
    async read(after, before, backwards) {
      const gap = findMissing(after, before).at(backwards ? -1 : 0);
      if (!gap || threadId === null) return [];
      const query = backwards ? `before=${gap.before}` : `cursor=${gap.after}`;
      const page = await getPosts(threadId, `${query}&limit=${rereadSize}`);
      // A page may extend into another gap, which stays missing because the caller drops replies beyond its range.
      const from = backwards ? getLaterOrder(getPageStart(page), gap.after) : gap.after;
      const to = backwards ? gap.before : getEarlierOrder(getPageEnd(page), gap.before);
      gaps = splitGap(gaps, from, to);
      const { people } = ignoredMembers.useList.getState();
      return page.body.filter(({ user_id }) => !people.some(({ id }) => id === user_id));
    },
  };
}

const getEarlierOrder = (one: string, other: string) => (one < other ? one : other);
const getLaterOrder = (one: string, other: string) => (one > other ? one : other);

function addRange(threadId: number, range: RowRange | null, reply: PostRow | null): PostRow | null {
  if (!range || !reply || useThread.getState().threadId !== threadId) return null;
  useThread.setState((state) => add(state, range, reply.order));
  return reply;
}

function add(state: ThreadState, { rows, from, to }: Omit<RowRange, 'position'>, around: string): void {
  for (const row of rows) upsertRow(state, row);
  const { droppedIds, gaps } = trimRows(sortPosts(state.byId), splitGap(state.gaps, from, to), around);
  for (const id of droppedIds) delete state.byId[id];
  state.gaps = gaps;
}
