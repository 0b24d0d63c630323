import { pages } from '@guildhall/domain/wire/pages.js';
import type { NotificationKind } from '@guildhall/domain/wire/kinds.js';

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

const kinds: Record<NotificationKind, { name: string; about: string }> = {
  reply: {
    name: 'What I watch',
    about: 'New replies in threads and new threads in places that you watch or wrote in.',
  },
  mention: { name: 'Mentions', about: 'Somebody writes @ and your name.' },
  quote: { name: 'Quotes', about: 'Somebody quotes what you wrote.' },
  wall: { name: 'Walls', about: 'Somebody writes on your wall, or answers you on one.' },
  follow: { name: 'Followers', about: 'Somebody follows you.' },
  moderation: { name: 'Moderation', about: 'The staff edits, locks, moves, deletes or restores what you wrote.' },
  report: { name: 'Reports', about: 'A report of yours is answered.' },
};

/** The texts of notifications, watching and ignoring. */
export const texts = {
  title: pages.notifications.title,
  bell: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${count(unread)} new`),
  count,
  all: 'All notifications',
  markAll: 'Mark all as read',
  none: 'Nothing new yet. You are told here when somebody answers, mentions or quotes you.',
  more: 'Load more',
  unread: 'New',
  choose: 'Choose what you are told of',
  watched: 'New in what you watch',
  earlier: 'For you',
  newIn: (title: string) => `Something new in ${title}`,
  by: (name: string) => `by ${name}`,
  mention: (name: string, title: string) => `${name} mentioned you in ${title}`,
  quote: (name: string, title: string) => `${name} quoted you in ${title}`,
  wall: (name: string, owner: string | null) =>
    owner === null ? `${name} wrote on a wall` : `${name} wrote on the wall of ${owner}`,
  follow: (name: string) => `${name} follows you`,
  report: 'Your report was answered',
  ownThread: (title: string, act: string) => `Your thread ${title} ${actionNames[act] ?? 'was changed'}`,
  ownReply: (title: string, act: string) => `Your reply in ${title} ${actionNames[act] ?? 'was changed'}`,
  ownWallPost: (act: string) => `What you wrote on a wall ${actionNames[act] ?? 'was changed'}`,
  somebody: 'Somebody',
  kinds,
  choices: { title: 'Tell me of', failed: 'The choice could not be saved.' },
  watch: {
    label: 'Notifications of this',
    watching: 'Watching',
    muted: 'Muted',
    plain: 'Watch',
    levels: {
      watching: { name: 'Watch', about: 'Told of all that is written here.' },
      plain: { name: 'Plain', about: 'Told when you wrote here yourself, or are named.' },
      muted: { name: 'Mute', about: 'Told of nothing but mentions and quotes.' },
    },
    failed: 'This could not be saved.',
  },
  ignore: {
    ignore: 'Ignore',
    unignore: 'Do not ignore',
    ignoring: (name: string) => `You ignore ${name}`,
    folded: (name: string) => `${name}, whom you ignore, wrote something.`,
    show: 'Show it',
    list: 'Ignored members',
    nobody: 'You ignore nobody.',
    failed: 'This could not be saved.',
  },
} as const;

function count(unread: number): string {
  return unread > 99 ? '99+' : String(unread);
}
