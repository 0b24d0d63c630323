import type { NotificationRow } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { create } from 'zustand';
import { createId } from '../create-id.js';
import { send } from '../api/api.js';
import { onUserChange, useSession } from '../state/session.js';
import { publishRead } from '../reading/marks.js';
import { countUnread, useNotifications } from './store.js';

export interface SeenText {
  kind: 'thread' | 'post' | 'wallpost';
  id: number;
}

const reportEveryMs = 4_000;
/** Limits both the remembered posts and the posts per request. */
const maxTexts = 100;

interface SeenState {
  /** Remembered because a notification about one of them may be loaded later. */
  texts: readonly SeenText[];
  isScheduled: boolean;
  reportedAtMs: number;
}

const useSeen = create<SeenState>(() => ({ texts: [], isScheduled: false, reportedAtMs: -reportEveryMs }));

onUserChange(() => useSeen.setState({ texts: [] }));
useNotifications.subscribe(({ rows }, previousState) => rows !== previousState.rows && reportSoon());

export function reportSeen(texts: readonly SeenText[]): void {
  addSeen(texts);
  reportSoon();
}

const addSeen = (seenTexts: readonly SeenText[]) =>
  useSeen.setState(({ texts }) => ({ texts: [...withoutText(texts, seenTexts), ...seenTexts].slice(-maxTexts) }));

const withoutText = (texts: readonly SeenText[], removedTexts: readonly SeenText[]): SeenText[] =>
  texts.filter(({ kind, id }) => !removedTexts.some((text) => text.kind === kind && text.id === id));

function reportSoon(): void {
  const { isScheduled, reportedAtMs } = useSeen.getState();
  if (isScheduled || listTextsToReport().length === 0) return;
  useSeen.setState({ isScheduled: true });
  setTimeout(() => void report(), Math.max(0, reportedAtMs + reportEveryMs - performance.now()));
}

async function report(): Promise<void> {
  const texts = listTextsToReport();
  useSeen.setState({ isScheduled: false });
  if (texts.length === 0 || !useSession.getState().user) return;
  useSeen.setState(({ texts: all }) => ({ texts: withoutText(all, texts), reportedAtMs: performance.now() }));
  try {
    await send('PUT', '/notifications/read', createId(), { seen: texts });
    publishRead([{ id: 0, order: null }]);
  } catch {
    addSeen(texts); // If the request failed, these posts are sent along with the next ones.
  }
}

/**
 * Returns only posts that an unread notification may point to. While some notifications are not loaded, that is every
 * post.
 */
function listTextsToReport(): SeenText[] {
  const { rows, threads, reminders, unread } = useNotifications.getState();
  const unreadRows = rows.filter(({ read }) => !read);
  const isAnyUnknown = countUnread(rows) + threads.length + reminders.length < unread;
  return useSeen.getState().texts.filter((text) => isAnyUnknown || unreadRows.some((row) => pointsTo(row, text)));
}

const pointsTo = ({ kind, subject }: NotificationRow, text: SeenText): boolean =>
  kind !== 'moderation' && subject.kind === text.kind && (subject.id === text.id || text.kind === 'wallpost');
