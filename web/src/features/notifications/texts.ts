import { isolated } from '@guildhall/domain/direction.js';
import { pages } from '@guildhall/domain/wire/pages.js';

const actionNames: Record<string, string> = {
  ThreadEdited: 'was edited',
  ThreadLocked: 'was locked',
  ThreadUnlocked: 'was unlocked',
  ThreadMoved: 'was moved',
  ThreadDeleted: 'was deleted',
  ThreadRestored: 'was restored',
  ReplyEdited: 'was edited',
  ReplyDeleted: 'was deleted',
  ReplyRestored: 'was restored',
  WallPostDeleted: 'was deleted',
  WallPostRestored: 'was restored',
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
  started: (name: string, title: string) => `${name} started ${isolated(title)}`,
  replied: (name: string, title: string) => `${name} replied in ${isolated(title)}`,
  mention: (name: string, title: string) => `${name} mentioned you in ${isolated(title)}`,
  reply: (name: string, title: string) => `${name} replied to you in ${isolated(title)}`,
  quote: (name: string, title: string) => `${name} quoted you in ${isolated(title)}`,
  ownWall: (name: string) => `${name} wrote on your wall`,
  wall: (name: string, owner: string | null) =>
    owner === null ? `${name} replied to you on a wall` : `${name} replied to you on ${owner}'s wall`,
  follow: (name: string) => `${name} started following you`,
  report: 'Your report was answered',
  ownThread: (title: string, act: string) => `Your thread ${isolated(title)} ${actionNames[act] ?? 'was changed'}`,
  ownReply: (title: string, act: string) => `Your reply in ${isolated(title)} ${actionNames[act] ?? 'was changed'}`,
  ownWallPost: (act: string) => `Your wall post ${actionNames[act] ?? 'was changed'}`,
  someone: 'Someone',
} as const;

function count(unread: number): string {
  return unread > 99 ? '99+' : String(unread);
}
