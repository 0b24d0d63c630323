import type { MailKind } from '../vault/account/account.js';

export interface MailVariables {
  username: string;
  siteName: string;
  siteUrl: string;
  until: string;
}

export interface MailText {
  subject: string;
  opening: string;
  button?: string;
  closing: string;
}

const ignoreNote = ({ siteUrl }: MailVariables) =>
  `If this was not you, set a new password right away: choose "Forgot your password?" at ${siteUrl}/auth`;

/** The email that asks for a first password. Setting one also verifies the address. */
export const buildFirstPasswordText = ({ username, siteName, until }: MailVariables): MailText => ({
  subject: `Set a password for ${siteName}`,
  opening: `Someone, hopefully you, registered the account ${username} at ${siteName} with this email address. Set a password to complete it:`,
  button: 'Set a password',
  closing: `The link works until ${until}. If you did not register at ${siteName}, you can ignore this email; the account will then be removed.`,
});

export const mailTexts: Readonly<Record<MailKind, (variables: MailVariables) => MailText>> = {
  verify: ({ siteName, until }) => ({
    subject: `Confirm your email address for ${siteName}`,
    opening: `Welcome to ${siteName}! Please confirm that this is your email address:`,
    button: 'Confirm my email address',
    closing: `The link works until ${until}. If you did not register at ${siteName}, you can ignore this email; the account will then be removed.`,
  }),
  reset: ({ siteName, until }) => ({
    subject: `Set a new password for ${siteName}`,
    opening: `Someone, hopefully you, asked to set a new password for your account at ${siteName}. You can do that here:`,
    button: 'Set a new password',
    closing: `The link works only once, until ${until}. If you did not ask for this, you can ignore this email; your password stays the same.`,
  }),
  'already-registered': ({ siteName, siteUrl }) => ({
    subject: `You already have an account at ${siteName}`,
    opening: `Someone, hopefully you, tried to register at ${siteName} with this email address. It already belongs to your account, so nothing was changed.`,
    closing: `You can log in at ${siteUrl}/auth, or set a new password there if you have forgotten yours. If this was not you, you can ignore this email.`,
  }),
  'confirm-address': ({ siteName, until }) => ({
    subject: `Confirm this email address for ${siteName}`,
    opening: `Please confirm that you want to use this email address for your account at ${siteName}:`,
    button: 'Use this email address',
    closing: `The link works until ${until}. Until you open it, nothing changes. If you did not ask for this, you can ignore this email.`,
  }),
  'address-changed': (variables) => ({
    subject: `Your email address at ${variables.siteName} was changed`,
    opening: `Your account at ${variables.siteName} now uses a different email address. We will not send any more emails to this one.`,
    closing: `If this was not you, contact the staff of ${variables.siteName} right away: whoever made the change knows your password.`,
  }),
  'password-changed': (variables) => ({
    subject: `Your password at ${variables.siteName} was changed`,
    opening: `The password for your account at ${variables.siteName} was changed, and your account was logged out on all other devices.`,
    closing: ignoreNote(variables),
  }),
  'two-step-changed': (variables) => ({
    subject: `Your two-step login at ${variables.siteName} was changed`,
    opening: `Two-step login for your account at ${variables.siteName} was turned on or off, or new recovery codes were created.`,
    closing: ignoreNote(variables),
  }),
  test: ({ siteName }) => ({
    subject: `Test email from ${siteName}`,
    opening: `This is the test email you asked for: ${siteName} can send emails to this address.`,
    closing: 'You do not need to do anything.',
  }),
};
