import type { MailKind } from '../vault/vault.js';

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
  `If this was not you, set a new password immediately: choose "Forgot your password?" at ${siteUrl}/auth`;

export const mailTexts: Readonly<Record<MailKind, (variables: MailVariables) => MailText>> = {
  verify: ({ siteName, until }) => ({
    subject: `Confirm your email address for ${siteName}`,
    opening: `Welcome to ${siteName}! Please confirm that this email address is yours:`,
    button: 'Confirm my email address',
    closing: `The link works until ${until}. If you did not register at ${siteName}, ignore this email: the account will be removed.`,
  }),
  reset: ({ siteName, until }) => ({
    subject: `Set a new password for ${siteName}`,
    opening: `Someone, hopefully you, asked for a new password for your account at ${siteName}. Set it here:`,
    button: 'Set a new password',
    closing: `The link works once and until ${until}. If you did not ask for it, ignore this email: your password stays the same.`,
  }),
  'already-registered': ({ siteName, siteUrl }) => ({
    subject: `You already have an account at ${siteName}`,
    opening: `Someone, hopefully you, tried to use this email address for another account at ${siteName}. You already have an account with it, so nothing was changed.`,
    closing: `You can log in at ${siteUrl}/auth, and set a new password there if you forgot yours. If it was not you, ignore this email.`,
  }),
  'confirm-address': ({ siteName, until }) => ({
    subject: `Confirm your new email address for ${siteName}`,
    opening: `Please confirm that your account at ${siteName} should use this email address from now on:`,
    button: 'Use this email address',
    closing: `The link works until ${until}. Until you follow it, your account keeps its old address. If you did not ask for this, ignore this email.`,
  }),
  'address-changed': (variables) => ({
    subject: `Your email address at ${variables.siteName} was changed`,
    opening: `Your account at ${variables.siteName} now uses another email address. No more emails will be sent to this one.`,
    closing: `If this was not you, contact the staff of ${variables.siteName}: whoever did it knows your password.`,
  }),
  'password-changed': (variables) => ({
    subject: `Your password at ${variables.siteName} was changed`,
    opening: `The password of your account at ${variables.siteName} was changed, and its other sessions were ended.`,
    closing: ignoreNote(variables),
  }),
  'two-step-changed': (variables) => ({
    subject: `Your two-step login at ${variables.siteName} was changed`,
    opening: `The two-step login of your account at ${variables.siteName} was turned on or off, or got new recovery codes.`,
    closing: ignoreNote(variables),
  }),
  test: ({ siteName }) => ({
    subject: `Test email from ${siteName}`,
    opening: `This is the test email that you asked for: ${siteName} can send emails to this address.`,
    closing: 'There is nothing you need to do.',
  }),
};
