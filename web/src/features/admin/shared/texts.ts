export const texts = {
  goBack: 'Go back',
  createdKey: { label: 'Key', copy: 'Copy key', done: 'I have copied it' },
  banLength: {
    banFor: 'Duration',
    lengths: { day: 'A day', week: 'A week', month: 'A month', ever: 'Permanent', until: 'Until…' },
    endsAt: 'Ends at',
    ends: (date: string) => `The ban ends on ${date}.`,
    endsNever: 'The ban is permanent. It can be lifted at any time.',
    endMissing: 'Choose when the ban ends.',
    bannedUntil: (date: string) => `is banned until ${date}`,
    bannedPermanently: 'is banned permanently',
  },
  undo: {
    again: 'Try again',
    done: (text: string) => `Undone: ${text}`,
    failed: 'This could not be undone. Please try again.',
  },
  mailDelivery: {
    folder:
      'There is no email server: emails are only written to the folder “outbox” in the server’s data folder, and their links appear in its output. Set SMTP_URL before you open the site to others; otherwise members cannot verify their accounts.',
    'folder-public':
      'There is no email server: emails are only written to the folder “outbox” in the server’s data folder, so nobody receives them. Members cannot verify their accounts or reset their passwords. Set SMTP_URL and restart the server.',
  },
} as const;
