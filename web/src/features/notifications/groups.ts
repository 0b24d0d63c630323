import { buildStaffActionKey } from '@guildhall/domain/wire/kinds.js';
import type {
  BookmarkRow,
  NotificationRow,
  WatchedThreadRow,
} from '@guildhall/domain/wire/schemas/members/notifications.js';

/** Contains notifications of the same kind about the same thread, wall or member, newest first. */
export interface NotificationGroup {
  key: string;
  rows: readonly [NotificationRow, ...NotificationRow[]];
  unread: boolean;
}

export type NotificationEntry =
  | { kind: 'thread'; at: string; thread: WatchedThreadRow }
  | { kind: 'reminder'; at: string; reminder: BookmarkRow }
  | { kind: 'group'; at: string; group: NotificationGroup };

interface Notifications {
  threads: readonly WatchedThreadRow[];
  reminders: readonly BookmarkRow[];
  rows: readonly NotificationRow[];
}

export function buildEntries({ threads, reminders, rows }: Notifications): NotificationEntry[] {
  const entries: NotificationEntry[] = [
    ...reminders.map((reminder) => ({ kind: 'reminder' as const, at: reminder.remind_at ?? '', reminder })),
    ...threads.map((thread) => ({ kind: 'thread' as const, at: thread.last_post_at, thread })),
    ...groupRows(rows).map((group) => ({ kind: 'group' as const, at: group.rows[0].at, group })),
  ];
  return entries.sort((one, other) => other.at.localeCompare(one.at));
}

/** The key does not change when newer notifications join the group. */
export function getEntryKey(entry: NotificationEntry): string {
  if (entry.kind === 'thread') return `thread ${entry.thread.thread_id}`;
  if (entry.kind === 'reminder') return `reminder ${entry.reminder.kind} ${entry.reminder.id}`;
  return (entry.group.rows.at(-1) ?? entry.group.rows[0]).id;
}

/** Groups rows by day in the reader's time zone. */
export function groupByDay<Row extends { row: { at: string } }>(rows: readonly Row[]): { day: string; rows: Row[] }[] {
  const days: { day: string; rows: Row[] }[] = [];
  for (const item of rows) {
    const day = getDay(item.row.at);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(item);
    else days.push({ day, rows: [item] });
  }
  return days;
}

/**
 * Groups all unread notifications, but groups read ones only with neighbours from the same day. A later page can
 * therefore extend a group but never split one. Both input and output are newest first.
 */
export function groupRows(rows: readonly NotificationRow[]): NotificationGroup[] {
  const groups: NotificationGroup[] = [];
  const unread = new Map<string, number>();
  let last: NotificationRow | null = null;
  for (const row of rows) {
    const subject = getSubject(row);
    const index = row.read ? groups.length - 1 : (unread.get(subject) ?? -1);
    const group = groups[index];
    if (group && (!row.read || (last && isNeighbour(row, last)))) {
      groups[index] = { ...group, rows: [...group.rows, row] };
    } else {
      if (!row.read) unread.set(subject, groups.length);
      groups.push({ key: row.id, rows: [row], unread: !row.read });
    }
    last = row;
  }
  return groups;
}

function getSubject({ kind, id, subject, thread, wall_of: wall }: NotificationRow): string {
  switch (kind) {
    case 'mention':
      return thread ? `mention ${thread.id}` : `mention wall ${wall}`;
    case 'reply':
    case 'quote':
    case 'solution':
      return `${kind} ${thread?.id}`;
    case 'wall':
      return `wall ${wall}`;
    case 'follow':
      return kind;
    case 'moderation':
      return `moderation ${buildStaffActionKey(kind, subject, thread?.id ?? null)}`;
    default:
      return id;
  }
}

const isNeighbour = (row: NotificationRow, newer: NotificationRow): boolean =>
  newer.read && getSubject(row) === getSubject(newer) && getDay(row.at) === getDay(newer.at);

const getDay = (at: string): string => new Date(at).toDateString();

export function listOthers({ rows }: NotificationGroup): number {
  return Math.max(0, new Set(rows.map(({ user_id }) => user_id)).size - 1);
}

/**
 * Returns the oldest action first. Repeated actions count once, at the time of the newest, so that the last one
 * reflects the current state.
 */
export function listStaffActions({ rows }: NotificationGroup): string[] {
  return [...new Set(rows.map(({ act }) => act ?? ''))].reverse();
}

export const findReason = ({ rows }: NotificationGroup): string | null =>
  rows.find(({ reason }) => reason !== null)?.reason ?? null;

export function getTarget({ rows, unread }: NotificationGroup): NotificationRow {
  return (unread ? rows.at(-1) : rows[0]) ?? rows[0];
}
