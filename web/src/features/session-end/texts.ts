/** The texts for readers whose session ended without their logging out. */
export const texts = {
  banned: 'You are banned',
  bannedBody:
    'The staff has banned this account. Log in to read why and until when; from there you can also write to the staff.',
  bannedLogin: 'Log in to read why',
  erased: 'This account was deleted',
  erasedBody: 'You are a guest now. What guests may see stays open to you.',
  'logged-out': 'You were logged out',
  'logged-outBody': 'Your session was ended, perhaps on another page or device. Log in to go on where you are.',
  login: 'Log in',
  drafts: 'What you had begun to write in the forum is kept in this browser.',
  guest: 'Go on as a guest',
} as const;
