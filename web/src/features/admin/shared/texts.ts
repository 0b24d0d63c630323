export const texts = {
  goBack: 'Go back',
  createdKey: { label: 'Key', done: 'I have copied it' },
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
