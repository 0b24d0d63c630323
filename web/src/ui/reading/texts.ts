import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
export const texts = {
  unread: 'unread',
  newWord: 'new',
  newReplies: (count: number) => (count === 1 ? '1 new reply' : `${count} new replies`),
  unreadThreads: (count: number, more: boolean) =>
    more ? `${count}+ unread threads` : count === 1 ? '1 unread thread' : `${count} unread threads`,
  markAll: 'Mark all as read',
  marked: (place: string) => `Everything in ${isolateRightToLeft(place)} is marked as read.`,
  markFailed: 'That could not be marked as read. Please try again.',
} as const;
