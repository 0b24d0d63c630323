import type { NotificationKind } from '@guildhall/domain/wire/kinds.js';

const kinds: Record<NotificationKind, { name: string; about: string }> = {
  reply: {
    name: 'Replies',
    about:
      'Someone replied to you, or in a thread that you watch or wrote in, or started a thread in a section that you watch.',
  },
  mention: { name: 'Mentions', about: 'Someone mentioned you with @ and your name.' },
  quote: { name: 'Quotes', about: 'Someone quoted you.' },
  wall: { name: 'Walls', about: 'Someone wrote on your wall, or replied to you on another.' },
  follow: { name: 'Followers', about: 'Someone started following you.' },
  moderation: { name: 'Moderation', about: 'Staff edited, locked, moved, deleted or restored something you wrote.' },
  report: { name: 'Reports', about: 'Staff answered your report.' },
};

/** The texts of the settings of notifications. */
export const texts = {
  kinds,
  choices: { title: 'Notify me about', failed: 'Your choice could not be saved. Please try again.' },
} as const;
