import { parsePosition } from '@guildhall/domain/wire/positions.js';
import type { LiveRow, MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import { buildStaffActionKey } from '@guildhall/domain/wire/kinds.js';
import type {
  BookmarkRow,
  NotificationRow,
  NotificationsResponse,
  WatchedThreadRow,
} from '@guildhall/domain/wire/schemas/members/notifications.js';
import { create } from 'zustand';
import { createId } from '../create-id.js';
import { onVisibleAgain } from '../../live/on-visible-again.js';
import { get, ApiError, send } from '../api/api.js';
import { bookmarkChanges, preferenceChanges } from '../state/own-changes.js';
import { openLiveList } from '../state/live-list.js';
import { renameAuthor, listNamesSince, onMemberUpdate } from '../state/member-names.js';
import { erasedName } from '../state/members.js';
import { loadSession, onUserChange } from '../state/session.js';
import { onRead, publishRead, type ReadUpdate } from '../reading/marks.js';

interface NotificationsState {
  status: 'loading' | 'ready' | 'failed';
  unread: number;
  threads: WatchedThreadRow[];
  reminders: BookmarkRow[];
  rows: NotificationRow[];
  next: string | null;
  loadingMore: boolean;
  position: string | null;
  stop: (() => void) | null;
}

const empty: NotificationsState = {
  status: 'loading',
  unread: 0,
  threads: [],
  reminders: [],
  rows: [],
  next: null,
  loadingMore: false,
  position: null,
  stop: null,
};
export const useNotifications = create<NotificationsState>(() => empty);

onMemberUpdate(nameMember);

const address = '/notifications';
/** Changes within this time share a request. */
const settleMs = 400;
const maxMarked = 100;
const maxUnreadLoaded = 100;

/** Idempotent. All components share one subscription, which lasts until the session changes. */
export function followNotifications(userId: number): void {
  if (useNotifications.getState().stop === null) useNotifications.setState({ stop: begin(userId) });
}

onUserChange(() => {
  useNotifications.getState().stop?.();
  useNotifications.setState(empty);
});

function begin(userId: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const list = openLiveList({
    async read() {
      const position = await loadNewest(null);
      if (position === null) throw new Error('The notifications could not be read.');
      return position;
    },
    show: (position) => ({ topics: [`member:${userId}`], position }),
    apply: (rows) => applyRows(rows),
    fail: () => true,
  });
  const settle = (request: () => Promise<unknown>) => {
    clearTimeout(timer);
    timer = setTimeout(() => void request(), settleMs);
  };
  const applyRows = (rows: LiveRow[]) => {
    const newest = rows.filter(({ kind }) => ['notified', 'preferences', 'bookmarks'].includes(kind)).at(-1);
    if (newest) settle(() => reload(newest.pos));
    if (rows.some(({ kind }) => kind === 'bookmarks')) bookmarkChanges.notify();
    if (rows.some(({ kind }) => kind === 'preferences')) preferenceChanges.notify();
    const readRows = rows.filter((row) => row.kind === 'read');
    if (readRows.length > 0) publishRead(readRows);
  };
  const reload = async (pos: string) => {
    const log = parsePosition(useNotifications.getState().position)?.log;
    const position = await loadNewest(log === undefined ? null : `${log}.${pos}`);
    if (position === null && !isStopped) list.resync();
  };
  const reloadSoon = () => settle(() => loadNewest(null));
  const stops = [
    onRead((updates) => areRelevant(updates) && reloadSoon()),
    onVisibleAgain(reloadSoon),
    onMemberUpdate((member) => member.username === erasedName && isNamed(member.id) && list.resync()),
  ];
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
    clearTimeout(timer);
    list.stop();
  };
}

function areRelevant(updates: readonly ReadUpdate[]): boolean {
  const { unread, threads, reminders, rows } = useNotifications.getState();
  const unreadRows = rows.filter(({ read }) => !read);
  const loadedCount = countUnread(rows) + threads.length + reminders.length;
  if (updates.some(({ id }) => id === 0) || loadedCount < unread) return true;
  return updates.some(
    ({ id }) => threads.some(({ thread_id }) => thread_id === id) || unreadRows.some(({ thread }) => thread?.id === id),
  );
}

/** Counts several staff actions on the same post as one, like the server. */
export const countUnread = (rows: readonly NotificationRow[]): number =>
  new Set(rows.filter(({ read }) => !read).map(getUnreadKey)).size;

const getUnreadKey = ({ id, kind, subject, thread }: NotificationRow): string =>
  buildStaffActionKey(kind, subject, thread?.id ?? null) || id;

/** Returns whether an erased member may have caused a notification, which must then be removed. */
function isNamed(userId: number): boolean {
  const { unread, threads, reminders, rows } = useNotifications.getState();
  return unread > rows.length + threads.length + reminders.length || rows.some((row) => row.user_id === userId);
}

/** Loads further pages only as long as they contain unread notifications. The others are loaded on request. */
async function loadNewest(after: string | null): Promise<string | null> {
  try {
    const { body, position, next } = await get<NotificationsResponse>(
      after === null ? address : `${address}?after=${after}`,
    );
    const { unread, threads, reminders, notices: rows } = body;
    useNotifications.setState({ status: 'ready', unread, threads, reminders, rows, next, position });
    listNamesSince(position).forEach(nameMember);
    void loadUnread();
    return position;
  } catch (error) {
    // The session may have ended while the connection was down.
    if (error instanceof ApiError && error.status === 401) void loadSession();
    useNotifications.setState(({ status }) => ({ status: status === 'ready' ? 'ready' : 'failed' }));
    return null;
  }
}

async function loadUnread(): Promise<void> {
  const { unread, threads, reminders, rows, next } = useNotifications.getState();
  const loadedCount = countUnread(rows) + threads.length + reminders.length;
  if (next === null || rows.length >= maxUnreadLoaded || loadedCount >= unread) return;
  await loadMoreNotifications().catch(() => {});
  if (useNotifications.getState().rows.length > rows.length) await loadUnread();
}

export async function loadMoreNotifications(): Promise<void> {
  const { next, loadingMore } = useNotifications.getState();
  if (next === null || loadingMore) return;
  useNotifications.setState({ loadingMore: true });
  try {
    const { body, position, next: further } = await get<NotificationsResponse>(next);
    useNotifications.setState(({ rows, next: expectedNext }) => {
      if (expectedNext !== next) return {}; // The list was reloaded in the meantime.
      const presentIds = new Set(rows.map(({ id }) => id));
      const addedRows = body.notices.filter(({ id }) => !presentIds.has(id));
      return { rows: [...rows, ...addedRows], next: further };
    });
    listNamesSince(position).forEach(nameMember);
  } finally {
    useNotifications.setState({ loadingMore: false });
  }
}

export async function markRead(rows: readonly NotificationRow[]): Promise<void> {
  const ids = rows.filter(({ read }) => !read).map(({ id }) => id);
  if (ids.length === 0) return;
  useNotifications.setState((state) => {
    const markedRows = state.rows.map((row) => (ids.includes(row.id) ? { ...row, read: true } : row));
    return { rows: markedRows, unread: Math.max(0, state.unread - countUnread(state.rows) + countUnread(markedRows)) };
  });
  for (let from = 0; from < ids.length; from += maxMarked) await sendMarks({ ids: ids.slice(from, from + maxMarked) });
}

export async function endReminder({ kind, id }: BookmarkRow): Promise<void> {
  useNotifications.setState(({ reminders, unread }) => ({
    reminders: reminders.filter((reminder) => reminder.kind !== kind || reminder.id !== id),
    unread: Math.max(0, unread - 1),
  }));
  await sendMarks({ reminders: [{ kind, id }] });
}

export async function markAllRead(): Promise<void> {
  useNotifications.setState(({ rows }) => ({
    rows: rows.map((row) => ({ ...row, read: true })),
    threads: [],
    reminders: [],
    unread: 0,
  }));
  await sendMarks({});
}

async function sendMarks(body: Record<string, unknown>): Promise<void> {
  await send('PUT', `${address}/read`, createId(), body).catch(() => loadNewest(null));
}

function nameMember(member: MemberNames): void {
  const { id, username, avatar_url } = member;
  useNotifications.setState(({ rows, threads }) => ({
    rows: rows.map((row) => renameAuthor(row, member)),
    threads: threads.map((thread) =>
      thread.last_user_id === id ? { ...thread, last_username: username, last_avatar_url: avatar_url } : thread,
    ),
  }));
}
