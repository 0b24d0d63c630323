import { pageRefusals } from './page-refusals.js';

/**
 * Texts are the specification's where it states them. Only the refusal of direct threads may contain "not allowed",
 * which clients look for.
 */
export const refusals = {
  ...pageRefusals,
  validation: [400, 'The request is not valid.'],
  'broken-json': [400, 'The request body is not valid JSON.'],
  'fields-required': [400, 'All fields are required!'],
  'username-invalid': [400, 'A username must have 3 to 16 letters, digits or underscores.'],
  'password-length': [400, 'A password must have 8 to 128 characters.'],
  'email-invalid': [400, 'Enter a valid email address.'],
  'username-taken': [409, 'That username is already taken.'],
  'login-failed': [401, 'Wrong email, username or password.'],
  'not-verified': [403, 'Please verify your email address first.'],
  'registration-over': [403, 'This registration has ended. Log in to continue.'],
  'two-step-required': [401, 'Enter the code from your authenticator app.'],
  'two-step-wrong': [401, 'That code is wrong or was already used.'],
  'two-step-on': [409, 'Two-step login is already on.'],
  'two-step-off': [409, 'Two-step login is not set up.'],
  'password-wrong': [403, 'That is not your password.'],
  'link-invalid': [400, 'This link is invalid or has expired.'],
  'mail-expired': [409, 'That email has expired and will not be sent.'],
  'not-yourself': [403, 'You can only act as yourself.'],
  'foreign-origin': [403, 'This request came from another site.'],
  forbidden: [403, "You don't have permission to do that."],
  'not-found': [404, 'Not found.'],
  'request-timeout': [408, 'The request took too long to arrive.'],
  'method-not-allowed': [405, 'This address does not have that method.'],
  'title-length': [400, 'A title must have 3 to 120 characters.'],
  'content-markup': [400, 'This text has too much formatting. Use fewer table cells, nested quotes or repeated links.'],
  'reply-to': [400, "The reply you're answering isn't in this thread, or was deleted."],
  'thread-locked': [403, 'This thread is locked.'],
  'picture-missing': [400, 'Choose a picture first!'],
  'logo-missing': [400, 'Choose a logo first!'],
  'name-required': [400, 'A name is required.'],
  'name-too-long': [400, 'A name can have at most 40 characters.'],
  'name-taken': [409, 'That name is already in use here.'],
  'name-address': [
    400,
    'A name is part of an address: use letters, digits and hyphens, and none of / \\ ? # % or invisible characters.',
  ],
  'name-reserved': [400, 'That name is reserved for pages of the site.'],
  'icon-unknown': [400, 'That icon does not exist.'],
  'role-unknown': [400, 'That role does not exist.'],
  'role-name-required': [400, 'Role name is required!'],
  'role-default': [400, 'Cannot create a default role!'],
  'role-fixed': [403, 'A default role cannot be changed.'],
  'role-includes': [403, 'Every role includes what Member may do. That permission cannot be removed.'],
  'role-name-taken': [409, 'A role with that name already exists.'],
  'permission-unknown': [400, 'That permission does not exist.'],
  'last-admin': [409, 'The last Admin cannot lose that role. Make someone else an Admin first.'],
  'unverified-gets-no-role': [409, 'This member must verify their email address before they can get a role.'],
  'banned-gets-no-role': [409, 'A banned member cannot get a role. Unban them first.'],
  'admin-not-bannable': [409, 'Give this Admin another role before you ban them.'],
  'ban-yourself': [400, 'You cannot ban yourself.'],
  'ban-end-past': [400, 'A ban must end in the future.'],
  'reason-length': [400, 'A reason can have at most 500 characters.'],
  banned: [403, 'You are banned.'],
  'profile-text': [400, 'A title can have at most 40 characters on one line, the text about you 500.'],
  'profile-link': [400, 'Up to 5 links, each with a label of at most 40 characters and an https:// address.'],
  'follow-yourself': [400, 'You cannot follow yourself.'],
  'ignore-yourself': [400, 'You cannot ignore yourself.'],
  'player-unknown': [400, 'No member has that name.'],
  'report-subject': [400, 'Say who or what this report is about.'],
  'appeal-used': [409, 'You have already appealed this ban.'],
  'report-resolved': [409, 'This report is already resolved.'],
  'theme-length': [400, 'A theme can have at most 20,000 characters.'],
  'theme-value-invalid': [400, 'That is not a colour.'],
  'theme-empty': [400, 'A theme needs at least one line like --color-bg: #17110d;'],
  'theme-fixed': [403, 'The default theme cannot be changed.'],
  'theme-live': [409, 'This theme is in use. Publish another one first.'],
  'one-line': [400, 'Use a single line without control characters.'],
  'role-color': [400, 'Write a colour as # and six hex digits, like #2e9e5b.'],
  'front-title': [400, 'The headline of the front page can have one or two lines, without control characters.'],
  'site-name-length': [400, 'The name of the site must have 1 to 60 characters.'],
  'server-address-invalid': [400, 'Enter a host name or an IP address, with a port if it needs one.'],
  'address-invalid': [400, 'An address must start with https:// or http://.'],
  'banner-link-invalid': [
    400,
    'A banner link must be a path on this site, or an address that starts with https:// or http://.',
  ],
  'mode-name-invalid': [
    400,
    'The name of a game mode must have 1 to 40 letters, digits, spaces, hyphens or underscores.',
  ],
  'image-host-invalid': [400, 'Enter at most 20 host names, such as i.imgur.com, one on each line.'],
  'mode-twice': [400, 'Each game mode needs a different name.'],
  'too-many-points': [400, 'That is more points than one response can hold. Ask for larger steps.'],
  'not-undoable': [409, 'This cannot be undone.'],
  'admin-not-erasable': [409, 'Give this Admin another role first.'],
  'id-in-use': [409, 'That key was used for something else. Send the request again with a new one.'],
  conflict: [409, 'Someone changed this at the same time. Please try again.'],
  'too-many': [429, 'Too many attempts. Please wait a moment.'],
  'name-locked': [429, 'Too many attempts with this name. You can log in with your email address.'],
  busy: [503, 'The site is busy right now. Please try again in a moment.'],
  unavailable: [503, 'The service is not available right now. Nothing was lost; please try again.'],
} as const satisfies Record<string, readonly [number, string]>;

export type RefusalCode = keyof typeof refusals;

export class Refusal extends Error {
  readonly status: number;

  constructor(
    readonly code: RefusalCode,
    readonly field?: string,
    text?: string,
  ) {
    super(text ?? refusals[code][1]);
    this.name = 'Refusal';
    this.status = refusals[code][0];
  }
}
