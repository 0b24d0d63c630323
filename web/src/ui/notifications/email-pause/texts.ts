/** Separate from the other texts because few members ever load it. */
export const texts = {
  title: 'Notification emails are paused',
  body: (address: string, reason: string) =>
    `We could not deliver an email to ${address}. The email server responded: ${reason}`,
  confirm: 'Confirm this address',
  change: 'Change it',
  sent: 'We sent you an email. Follow its link to receive emails again.',
  failed: 'The email could not be sent. Please try again.',
} as const;
