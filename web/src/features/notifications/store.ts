import { parsePosition } from '@guildhall/domain/wire/positions.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type {
  NotificationRow,
  NotificationsResponse,
  WatchedThreadRow,
} from '@guildhall/domain/wire/schemas/members/notifications.js';
import { create } from 'zustand';
import { listen } from '../../live/connection.js';
import { scheduleReload } from '../../live/schedule-reload.js';
import type { Listening } from '../../live/topics.js';
import { get, ApiError, send } from '../../shared/api/api.js';
import { namedAuthor, namesSince, onMemberUpdate } from '../../shared/state/member-names.js';
import { loadSession, useSession } from '../../shared/state/session.js';
import { onRead } from '../reading/marks.js';

interface NotificationsState {
  status: 'loading' | 'ready' | 'failed';
  unread: number;
  threads: WatchedThreadRow[];
  rows: NotificationRow[];
  /** Address of the page after the loaded ones. */
  next: string | null;
  loadingMore: boolean;
}

const empty: NotificationsState = {
  status: 'loading',
  unread: 0,
  threads: [],
  rows: [],
  next: null,
  loadingMore: false,
};
export const useNotifications = create<NotificationsState>(() => empty);

onMemberUpdate((member) =>
  useNotifications.setState(({ rows }) => ({ rows: rows.map((row) => namedAuthor(row, member)) })),
);

const address = '/notifications';
/** Several simultaneous changes share one request. */
const settleMs = 400; // ms

let followed: { userId: number; end: () => void } | null = null;

/**
 * Loads the member's notifications and keeps them live, once for all components that show them, until another person
 * logs in.
 */
export function followNotifications(userId: number): void {
  if (followed?.userId === userId) return;
  followed?.end();
  useNotifications.setState(empty);
  followed = { userId, end: begin(userId) };
}

// A person who logs out receives nothing more.
useSession.subscribe(({ user }) => {
  if (!followed || user === undefined || user?.id === followed.userId) return;
  followed.end();
  followed = null;
  useNotifications.setState(empty);
});

function begin(userId: number): () => void {
  let ended = false;
  let listening: Listening | null = null;
  let failures = 0;
  let stopWaiting = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const loadSoon = () => {
    stopWaiting();
    stopWaiting = scheduleReload(() => void load(null), failures);
  };
  const load = async (after: string | null) => {
    const position = await loadNewest(after);
    if (ended) return;
    failures = position === null ? failures + 1 : 0;
    if (position === null) loadSoon();
    else if (listening) listening.rejoin(position);
    else listening = listen(`member:${userId}`, position, { rows: take, resync: loadSoon });
  };
  const take = (rows: LiveRow[]) => {
    const newest = rows.findLast((row) => row.kind === 'told');
    if (!newest) return;
    clearTimeout(timer);
    timer = setTimeout(() => void reload(newest.pos), settleMs);
  };
  const reload = async (pos: string) => {
    const log = parsePosition(known)?.log;
    const position = await loadNewest(log === undefined ? null : `${log}.${pos}`);
    if (position === null && !ended) loadSoon();
  };
  const forget = onRead((threadId) => {
    if (!useNotifications.getState().threads.some((thread) => thread.thread_id === threadId)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void loadNewest(null), settleMs);
  });
  void load(null);
  return () => {
    ended = true;
    forget();
    stopWaiting();
    clearTimeout(timer);
    listening?.stop();
  };
}

/** Position of the newest response. */
let known: string | null = null;

/** Loads the first page; what was loaded beyond it is loaded again on request. */
async function loadNewest(after: string | null): Promise<string | null> {
  try {
    const { body, position, next } = await get<NotificationsResponse>(
      after === null ? address : `${address}?after=${after}`,
    );
    known = position;
    const { unread, threads, notices: notifications } = body;
    useNotifications.setState({ status: 'ready', unread, threads, rows: namedAsNow(notifications, position), next });
    return position;
  } catch (error) {
    // The page did not learn that the session has ended: the connection was down at the time.
    if (error instanceof ApiError && error.status === 401) void loadSession();
    useNotifications.setState(({ status }) => ({ status: status === 'ready' ? 'ready' : 'failed' }));
    return null;
  }
}

/** Updates received during the request may be newer. */
const namedAsNow = (rows: NotificationRow[], position: string | null): NotificationRow[] =>
  namesSince(position).reduce((all, member) => all.map((row) => namedAuthor(row, member)), rows);

export async function loadMoreNotifications(): Promise<void> {
  const { next, loadingMore } = useNotifications.getState();
  if (next === null || loadingMore) return;
  useNotifications.setState({ loadingMore: true });
  try {
    const { body, position, next: further } = await get<NotificationsResponse>(next);
    useNotifications.setState(({ rows, next: wanted }) => {
      if (wanted !== next) return {}; // the list was reloaded in the meantime
      const present = new Set(rows.map(({ id }) => id));
      const added = namedAsNow(body.notices, position).filter(({ id }) => !present.has(id));
      return { rows: [...rows, ...added], next: further };
    });
  } finally {
    useNotifications.setState({ loadingMore: false });
  }
}

/** Shown as read immediately; the server is notified, and the list reloaded where it refuses. */
export async function markRead(row: NotificationRow): Promise<void> {
  if (row.read) return;
  useNotifications.setState(({ rows, unread }) => ({
    rows: rows.map((one) => (one.id === row.id ? { ...one, read: true } : one)),
    unread: Math.max(0, unread - 1),
  }));
  await sendMarks({ id: row.id });
}

export async function markAllRead(): Promise<void> {
  useNotifications.setState(({ rows }) => ({
    rows: rows.map((row) => ({ ...row, read: true })),
    threads: [],
    unread: 0,
  }));
  await sendMarks({});
}

async function sendMarks(body: Record<string, unknown>): Promise<void> {
  await send('PUT', `${address}/read`, crypto.randomUUID(), body).catch(() => loadNewest(null));
}
