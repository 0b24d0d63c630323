import type { Scheme } from '@guildhall/domain/theme/schemes.js';
import type { ChoiceKind, EmailFrequency } from '@guildhall/domain/wire/kinds.js';
import { pages } from '@guildhall/domain/wire/pages.js';
import type { Density } from '../../shared/browser/list-choices.js';

const kinds: Record<ChoiceKind, { name: string; about: string }> = {
  watch: {
    name: 'Watched threads',
    about: 'Someone replied in a thread that you watch or wrote in, or started a thread in a section that you watch.',
  },
  reply: { name: 'Replies', about: 'Someone replied to one of your posts.' },
  mention: { name: 'Mentions', about: 'Someone mentioned you with @ and your name.' },
  quote: { name: 'Quotes', about: 'Someone quoted you.' },
  solution: { name: 'Solutions', about: 'Someone marked your reply as the solution of a thread.' },
  wall: { name: 'Walls', about: "Someone wrote on your wall, or replied to you on someone else's." },
  follow: { name: 'Followers', about: 'Someone started following you.' },
  moderation: { name: 'Moderation', about: 'Staff edited, locked, moved, deleted or restored something you wrote.' },
  report: { name: 'Reports', about: 'Staff answered your report.' },
};

const frequencies: Record<EmailFrequency, string> = {
  'at-once': 'Within minutes, if unread',
  hourly: 'Every hour',
  daily: 'Every day',
  weekly: 'Every week',
  never: 'No emails',
};

const schemes: Record<Scheme, string> = {
  site: 'The appearance chosen for this site.',
  dark: 'Light text on a dark background.',
  light: 'Dark text on a light background.',
  'high-contrast': 'White on black, with clear edges.',
  system: 'Light, dark or high contrast, whichever this device uses.',
};

const densities: Record<Density, { name: string; hint: string }> = {
  compact: { name: 'Compact', hint: 'Compact rows with one line per thread.' },
  comfortable: { name: 'Comfortable', hint: 'Taller rows with up to three lines per thread.' },
};

export const texts = {
  title: pages.settings.title,
  nav: 'Settings',
  parts: {
    account: 'Account',
    profile: 'Profile',
    password: 'Password',
    security: 'Two-step login',
    sessions: 'Sessions',
    notifications: 'Notifications',
    appearance: 'Appearance',
    data: 'Your data',
  },
  profileLead: 'Shown on your profile to everyone who can see it.',
  profile: {
    title: 'Title',
    titleHint: 'A few words under your name.',
    bio: 'About you',
    bioHint: 'Plain text, up to 500 characters.',
    links: 'Links',
    linkLabel: (number: number) => `Label of link ${number}`,
    linkUrl: (number: number) => `Address of link ${number}`,
    remove: 'Remove',
    removeLink: (number: number) => `Remove link ${number}`,
    addLink: 'Add a link',
    online: 'Show when I am online',
    onlineHint:
      'Other members see that you are online, when you are reading or writing in a thread, and when you were last here. Guests never do. If off, nobody sees any of this.',
    save: 'Save profile',
    saved: 'Your profile is saved.',
    failed: 'Your profile could not be saved. Please try again.',
  },
  notifications: {
    title: 'Notify me about',
    kinds,
    frequencies,
    emailAbout: (kind: string) => `Emails about: ${kind}`,
    timeZone: 'Time zone',
    timeZoneHint: 'Daily emails are sent at 8 in the morning, weekly ones on Mondays.',
    failed: 'Your choice could not be saved. Please try again.',
  },
  appearance: {
    stored: 'Saved in this browser only.',
    scheme: 'Site colours',
    schemes,
    lists: 'Lists of threads',
    densities,
    singleKeys: 'Single-key shortcuts',
    aboutSingleKeys: 'J, K, O, M and R are commands in “Latest threads”, and ? lists them.',
  },
  ownPassword: 'Your password',
  code: 'Code',
  codeHint: 'From your authenticator app, or a recovery code',
  saving: 'Saving…',
  cancel: 'Cancel',

  picture: 'Picture',
  username: 'Username',
  usernameLead:
    'Your old name becomes available to others immediately. Links to your old profile keep working until someone else takes it.',
  newUsername: 'New username',
  changeUsername: 'Change username',
  usernameChanged: (name: string) => `Your username is now ${name}.`,
  email: 'Email',
  emailNow: (address: string) =>
    `Current: ${address}. A new address takes effect once you follow the link that we send to it.`,
  newEmail: 'New email',
  changeEmail: 'Send the link',
  emailSent: 'We sent an email to the new address. Follow its link to confirm the change.',

  passwordLead: 'Changing your password ends all your other sessions.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  repeatPassword: 'Repeat new password',
  changePassword: 'Change password',
  passwordChanged: 'Your password was changed.',
  forgot: 'Forgot your password?',

  twoStepOff: 'Off',
  twoStepOn: 'On',
  twoStepLead:
    'With two-step login your password alone is not enough: each login also asks for a code from an app on your phone.',
  setUp: 'Set up two-step login',
  scan: 'Scan this with your authenticator app',
  scanLead: 'Or type the key into the app. Then enter the six digits that it shows.',
  qrLabel: 'QR code of the key below',
  key: 'Key',
  turnOn: 'Turn on',
  checking: 'Checking…',
  codeOfApp: 'Six digits from the app',
  turnedOff: 'Two-step login is off.',
  turnOff: 'Turn off two-step login',
  turnOffLead: 'Your password alone will then be enough to log in.',
  recoveryTitle: 'Your recovery codes',
  recoveryLead:
    "Each logs you in once if you don't have the app. They are shown only now: save them somewhere you can reach without your phone.",
  copy: 'Copy',
  copied: 'Copied.',
  copyFailed: 'Your browser did not allow that. Select the codes and copy them yourself.',
  download: 'Download',
  recoveryFile: (host: string, name: string) => `${host}-recovery-codes-${name}.txt`,
  kept: 'I have saved them',
  renew: 'Make new recovery codes',
  renewLead: 'The old ones stop working.',

  sessionsLead: "Where you are logged in. End any session you don't recognise, then change your password.",
  thisOne: 'This session',
  loggedIn: 'Logged in',
  lastUsed: 'last used',
  end: 'End',
  endNamed: (device: string) => `End: ${device}`,
  ended: (device: string) => `The session on ${device} has ended.`,
  endFailed: 'That session could not be ended. Please try again.',
  endOthers: 'End all others',
  endOthersTitle: 'End all other sessions?',
  endOthersBody: 'Those devices have to log in again. This session stays.',
  othersEnded: (count: number) => (count === 1 ? '1 session has ended.' : `${count} sessions have ended.`),
  onlyThis: "You aren't logged in anywhere else.",

  exportTitle: 'A copy of your data',
  exportLead:
    'Everything we store about you, in one ZIP file: account, sessions, threads, replies, wall posts, follows, reactions, pictures.',
  export: 'Download your data',
  exporting: 'Collecting…',
  exported: 'The file is in your downloads.',
  exportFailed: 'The file could not be created. Please try again.',
  leaveTitle: 'Delete your account',
  leaveLead: 'This cannot be undone, not even by the staff.',
  goes: 'What is deleted',
  goesList:
    'Your username, email, password, picture and sessions, your profile with its wall, and the list of people you follow.',
  stays: 'What stays',
  staysKept: 'Your threads, replies and wall posts, signed “[deleted]” instead of your name.',
  staysErased: "Your texts are replaced by “[erased]”. Other people's replies stay.",
  textsToo: 'Also erase what I wrote',
  textsTooHint: 'Threads, replies and wall posts become permanently unreadable for everyone.',
  typeName: (name: string) => `Type your username, ${name}, to confirm`,
  nameDiffers: 'That is not your username.',
  leave: 'Delete my account',
  leaving: 'Deleting…',
  left: 'Your account was deleted.',
  leaveFailed: 'Your account could not be deleted. Please try again.',
} as const;
