import type { NotificationRow } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { send } from '../api/api.js';
import { onUserChange, useSession } from '../state/session.js';
import { publishRead } from '../reading/marks.js';
import { useNotifications } from './store.js';

export interface SeenText {
  kind: 'thread' | 'post' | 'wallpost';
  id: number;
}

/** Interval between reports while the person reads on. */
const reportEveryMs = 4_000;
/** Maximum number of texts remembered, and of texts in one request. */
const maxTexts = 100;

/** Texts seen here, because a notification of one may be loaded later. */
const seen = new Map<string, SeenText>();
let timer: ReturnType<typeof setTimeout> | undefined;
let reportedAt = -reportEveryMs;

onUserChange(() => seen.clear());
useNotifications.subscribe(({ rows }, before) => rows !== before.rows && reportSoon());

/** Marks notifications that point to these texts as read. */
export function reportSeen(texts: readonly SeenText[]): void {
  for (const text of texts) seen.set(`${text.kind} ${text.id}`, text);
  for (const key of [...seen.keys()].slice(0, Math.max(0, seen.size - maxTexts))) seen.delete(key);
  reportSoon();
}

function reportSoon(): void {
  if (seen.size === 0 || timer !== undefined || wanted().length === 0) return;
  timer = setTimeout(() => void report(), Math.max(0, reportedAt + reportEveryMs - performance.now()));
}

async function report(): Promise<void> {
  timer = undefined;
  const texts = wanted();
  if (texts.length === 0 || !useSession.getState().user) return;
  reportedAt = performance.now();
  for (const { kind, id } of texts) seen.delete(`${kind} ${id}`);
  try {
    await send('PUT', '/notifications/read', crypto.randomUUID(), { seen: texts });
    publishRead([{ id: 0, order: null }]);
  } catch {
    for (const text of texts) seen.set(`${text.kind} ${text.id}`, text); // with the next ones
  }
}

/** Texts to which unread notifications may point; notifications that are not loaded may point to any. */
function wanted(): SeenText[] {
  const { rows, threads, unread } = useNotifications.getState();
  const unreadRows = rows.filter(({ read }) => !read);
  const isAnyUnknown = unreadRows.length + threads.length < unread;
  return [...seen.values()].filter((text) => isAnyUnknown || unreadRows.some((row) => pointsTo(row, text)));
}

/** For a reply on a wall, the notification identifies only the post it replies to. */
const pointsTo = ({ kind, subject }: NotificationRow, text: SeenText): boolean =>
  kind !== 'moderation' && subject.kind === text.kind && (subject.id === text.id || text.kind === 'wallpost');
