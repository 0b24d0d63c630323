import type { Bookmark } from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { Emoji } from '@guildhall/domain/reaction/emoji.js';
import type { LiveRow, MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { DeletedPostRow, PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadActionRow, ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { ReaderRow } from '@guildhall/domain/wire/schemas/members/members.js';
import { create } from 'zustand';
import { immer } from 'zustand/middleware/immer';
import { removeRow, upsertRow, type RowSet } from '../../../live/row-set.js';
import { nameAuthor, nameInThread, onMemberUpdate } from '../../../shared/state/member-names.js';
import { useSession, onUserChange } from '../../../shared/state/session.js';
import { removePending } from './pending-replies.js';
import { isInGap, type Gap } from './window.js';

export interface OwnReaction {
  countedEmoji: Emoji | null;
  wantedEmoji: Emoji | null;
  /** The position from which the row's counts include `wantedEmoji`. Null if unknown. */
  since: string | null;
}

/** The state persists after the reader leaves the thread. */
export interface ThreadState extends RowSet<PostRow> {
  threadId: number | null;
  visit: object | null;
  /**
   * `missing` means that the thread did not exist when it was loaded, and `gone` that it disappeared while it was open.
   */
  status: 'loading' | 'ready' | 'missing' | 'gone' | 'failed';
  /** False if the thread is only hidden from the reader. */
  deleted: boolean;
  thread: ThreadRow | null;
  /** The position of the newest summary. After a reply, it is newer than the opening post's position. */
  countsPos: string;
  gaps: Gap[];
  actions: ThreadActionRow[];
  deletedRows: DeletedPostRow[];
  ownReactions: Record<number, OwnReaction>;
  bookmarks: Bookmark[];
  loading: { edge: 'later' | 'earlier'; after: string } | null;
  unseen: number[];
  /** Replies that become unseen again if they are restored. */
  deletedUnseen: number[];
  /** The order of the last reply that is not new to the reader. Seeing the new ones does not change it. */
  newAfter: string | null;
  /** True if the reader has since reached the end, so that `newAfter` advances with the next reply. */
  caughtUp: boolean;
  /** The order of the newest reply when the reader last saw the end. */
  seenTo: string;
  /**
   * The first unread reply, or the last one if all are read. Null once it is shown, or if the visit starts elsewhere.
   */
  start: number | null;
  marked: boolean;
  target: number | null;
  atEnd: boolean;
  newestBy: string | null;
  readers: number;
  /** Empty for guests. */
  listedReaders: ReaderRow[];
}

export const visitStart = {
  ownReactions: {},
  bookmarks: [],
  unseen: [],
  deletedUnseen: [],
  newAfter: null,
  caughtUp: false,
  seenTo: '',
  start: null,
  marked: false,
  target: null,
  atEnd: false,
};

export const emptyThread: ThreadState = {
  threadId: null,
  visit: null,
  status: 'loading',
  deleted: false,
  thread: null,
  countsPos: '',
  byId: {},
  removed: {},
  gaps: [],
  actions: [],
  deletedRows: [],
  loading: null,
  newestBy: null,
  readers: 0,
  listedReaders: [],
  ...visitStart,
};

export const useThread = create<ThreadState>()(immer(() => emptyThread));
onUserChange(() => useThread.setState(emptyThread));
onMemberUpdate(nameMember);

export function sortPosts(byId: Record<number, PostRow>): PostRow[] {
  return Object.values(byId).sort((one, other) => (one.order < other.order ? -1 : 1));
}

/** Also confirms pending replies. */
export function applyRows(rows: LiveRow[]): void {
  useThread.setState((state) => {
    for (const row of rows) {
      if ('removed' in row) applyRemoval(state, row);
      else if (row.kind === 'post') applyPost(state, row);
      else if (row.kind === 'readers') Object.assign(state, { readers: row.readers, listedReaders: row.members });
      else if (row.id === state.threadId) applyThread(state, row);
    }
  });
  removePending(rows.filter((row) => row.kind === 'post').map((row) => row.id));
}

function applyPost(state: ThreadState, row: PostRow): void {
  if (row.pos > (state.removed[row.id] ?? '')) markReplyTarget(state.byId, row.id, false);
  if (isInGap(state.gaps, row.order)) return;
  const newest = findNewestOrder(state.byId);
  if (upsertRow(state, row) !== 'new') return;
  if (state.deletedUnseen.includes(row.id)) return restoreUnseen(state, row.id);
  if (row.order <= newest) return;
  if (row.user_id === useSession.getState().user?.id) return;
  state.newestBy = row.username;
  if (!state.atEnd) addUnseen(state, row.id, newest);
}

function addUnseen(state: ThreadState, id: number, newest: string): void {
  if (state.unseen.length === 0 && (state.caughtUp || state.newAfter === null)) {
    state.newAfter = newest;
    state.caughtUp = false;
  }
  state.unseen.push(id);
}

function restoreUnseen(state: ThreadState, id: number): void {
  state.deletedUnseen = state.deletedUnseen.filter((other) => other !== id);
  const getOrder = (postId: number) => state.byId[postId]?.order ?? '';
  state.unseen = [...state.unseen, id].sort((one, other) => (getOrder(one) < getOrder(other) ? -1 : 1));
}

export function findNewestOrder(byId: Record<number, PostRow>): string {
  return Object.values(byId).reduce((newest, { order }) => (order > newest ? order : newest), '');
}

function applyThread(state: ThreadState, row: Exclude<LiveRow, { removed: true } | PostRow>): void {
  const { thread, countsPos } = state;
  if (row.kind === 'summary') {
    if (row.pos <= countsPos) return;
    state.countsPos = row.pos;
    if (thread && row.pos > thread.pos) state.thread = { ...row, ...pickText(thread) };
  } else if (row.kind === 'thread' && (thread?.pos ?? '') < row.pos) {
    state.thread = thread && countsPos > row.pos ? { ...thread, ...pickText(row) } : row;
    state.status = 'ready';
    state.deleted = false;
  }
}

function pickText({ pos, version, title, content, content_html, edited_at }: ThreadRow) {
  return { pos, version, title, content, content_html, edited_at };
}

function applyRemoval(state: ThreadState, row: Extract<LiveRow, { removed: true }>): void {
  if (row.kind === 'post') {
    removeRow(state, row.id, row.pos);
    if (state.byId[row.id]) return;
    markReplyTarget(state.byId, row.id, true);
    if (!state.unseen.includes(row.id)) return;
    state.unseen = state.unseen.filter((id) => id !== row.id);
    state.deletedUnseen.push(row.id);
  } else if (row.kind === 'thread' && row.id === state.threadId && (state.thread?.pos ?? '') <= row.pos) {
    state.status = 'gone';
    state.deleted = row.deleted === true;
  }
}

export function nameMember(member: MemberNames): void {
  useThread.setState(({ thread, byId }) => {
    if (thread) nameInThread(thread, member);
    for (const row of Object.values(byId)) nameAuthor(row, member);
  });
}

export function setNewAfter(threadId: number, order: string): void {
  useThread.setState((state) => {
    if (state.threadId !== threadId || state.newAfter !== null) return;
    state.newAfter = order;
    state.caughtUp = false;
  });
}

export function findFirstNew({
  byId,
  gaps,
  newAfter,
}: Pick<ThreadState, 'byId' | 'gaps' | 'newAfter'>): PostRow | null {
  if (newAfter === null || gaps.some(({ after, before }) => newAfter >= after && newAfter < before)) return null;
  return sortPosts(byId).find(({ order }) => order > newAfter) ?? null;
}

/** Called when the reader has read the replies in another window or on another device. */
export function setReadElsewhere(order: string): void {
  useThread.setState((state) => {
    state.unseen = state.unseen.filter((id) => (state.byId[id]?.order ?? '') > order);
  });
}

/** At the end, the current replies count as seen, but not later ones that extend below the window. */
export function setAtEnd(atEnd: boolean): void {
  const { atEnd: wasAtEnd, unseen, seenTo, byId } = useThread.getState();
  if (atEnd === wasAtEnd && unseen.length === 0 && (!atEnd || seenTo === findNewestOrder(byId))) return;
  useThread.setState((state) => {
    state.atEnd = atEnd;
    if (atEnd) {
      Object.assign(state, { caughtUp: true, seenTo: findNewestOrder(state.byId), unseen: [], deletedUnseen: [] });
    } else if (wasAtEnd) {
      const me = useSession.getState().user?.id;
      const missedRows = sortPosts(state.byId).filter((row) => row.order > seenTo && row.user_id !== me);
      for (const row of missedRows) addUnseen(state, row.id, seenTo);
    }
  });
}

/** Updates the rows that refer to the reply, because the server sends only the reply's own row. */
export function markReplyTarget(byId: Record<number, PostRow>, id: number, deleted: boolean): void {
  for (const { reply_to: target } of Object.values(byId)) if (target?.id === id) target.deleted = deleted;
}
