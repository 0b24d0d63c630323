/** The texts for readers whose session ended without their logging out. */
export const texts = {
  banned: 'You are banned',
  bannedBody:
    'The staff has banned this account. Log in to see why and until when; you can also write to the staff from there.',
  bannedLogin: 'Log in to see why',
  erased: 'This account was deleted',
  erasedBody: 'You can continue as a guest.',
  'logged-out': 'You were logged out',
  'logged-outBody': 'Your session was ended, perhaps on another page or device. Log in to continue where you left off.',
  login: 'Log in',
  drafts: 'Your drafts are kept in this browser.',
  guest: 'Continue as guest',
} as const;
