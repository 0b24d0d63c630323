import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
import { pages } from '@guildhall/domain/wire/pages.js';

const actionNames: Record<string, string> = {
  ThreadEdited: 'edited',
  ThreadLocked: 'locked',
  ThreadUnlocked: 'unlocked',
  ThreadMoved: 'moved',
  ThreadDeleted: 'deleted',
  ThreadRestored: 'restored',
  ReplyEdited: 'edited',
  ReplyDeleted: 'deleted',
  ReplyRestored: 'restored',
  WallPostDeleted: 'deleted',
  WallPostRestored: 'restored',
};

export const texts = {
  title: pages.notifications.title,
  bell: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${count(unread)} new`),
  count,
  all: 'All notifications',
  markAll: 'Mark all as read',
  none: 'Nothing new yet. You will be notified here when someone replies to, mentions or quotes you.',
  more: 'Load more',
  unread: 'New',
  choose: 'Notification settings',
  today: 'Today',
  yesterday: 'Yesterday',
  newCount: (count: number) => `${count} new`,
  people: (name: string, others: number) =>
    others === 0 ? name : others === 1 ? `${name} and 1 other` : `${name} and ${others} others`,
  started: (name: string, title: string) => `${name} started “${isolateRightToLeft(title)}”`,
  replied: (name: string, title: string) => `${name} replied in “${isolateRightToLeft(title)}”`,
  mention: (name: string, title: string) => `${name} mentioned you in “${isolateRightToLeft(title)}”`,
  mentionOnWall: (name: string, owner: string | null) =>
    owner === null ? `${name} mentioned you on a wall` : `${name} mentioned you on ${owner}'s wall`,
  reply: (name: string, title: string) => `${name} replied to you in “${isolateRightToLeft(title)}”`,
  quote: (name: string, title: string) => `${name} quoted you in “${isolateRightToLeft(title)}”`,
  solution: (name: string, title: string) =>
    `${name} marked your reply as the solution to “${isolateRightToLeft(title)}”`,
  ownWall: (name: string) => `${name} wrote on your wall`,
  wall: (name: string, owner: string | null) =>
    owner === null ? `${name} replied to you on a wall` : `${name} replied to you on ${owner}'s wall`,
  follow: (name: string) => `${name} started following you`,
  reminder: (title: string, note: string) => `Reminder: “${isolateRightToLeft(title)}”${parenthesize(note)}`,
  reminderGone: (note: string) => `Reminder: a bookmark that is no longer available${parenthesize(note)}`,
  report: 'Your report was answered',
  staffActions: (name: string, actions: readonly string[], subject: string) =>
    `${name} ${joinNames(actions)} ${subject}`,
  ownThread: (title: string | null) => (title === null ? 'your thread' : `your thread “${isolateRightToLeft(title)}”`),
  ownReplies: (count: number, title: string | null) => {
    const replies = count === 1 ? 'your reply' : `${count} of your replies`;
    return title === null ? replies : `${replies} in “${isolateRightToLeft(title)}”`;
  },
  ownWallPost: 'your wall post',
  reason: (reason: string) => `Reason: ${isolateRightToLeft(reason)}`,
  someone: 'Someone',
} as const;

const actions = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const joinNames = (names: readonly string[]): string =>
  actions.format(names.map((name) => actionNames[name] ?? 'changed'));
const parenthesize = (note: string): string => (note === '' ? '' : ` (${isolateRightToLeft(note)})`);

function count(unread: number): string {
  return unread > 99 ? '99+' : String(unread);
}
